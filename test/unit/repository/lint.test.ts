import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { house } from '../../../lint/house.ts';
import { removeFolder, temporaryFolder } from '../../../scripts/browsers/index.ts';

/** For each rule, code that it must report and similar code that it must accept. */
const cases: {
  rule: string;
  path: string;
  bad: string[];
  good: string[];
  goodElsewhere?: { path: string; code: string };
}[] = [
  {
    rule: 'text-not-markup',
    path: 'src/ui/a.tsx',
    bad: [
      'node.innerHTML = text;',
      'node.insertAdjacentHTML("beforeend", text);',
      'document.write(text);',
      'export const a = <p dangerouslySetInnerHTML={{ __html: text }} />;',
    ],
    good: ['node.textContent = text;', 'export const a = <p>{text}</p>;'],
  },
  {
    rule: 'browser-api-layer',
    path: 'src/ui/a.ts',
    bad: [
      'browser.tabs.query({});',
      'void chrome.runtime.id;',
      'import { browser } from "wxt/browser";\nvoid browser;',
    ],
    good: ['void given.browser;'],
    goodElsewhere: { path: 'src/extension/a.ts', code: 'void browser.runtime.id;' },
  },
  {
    rule: 'injected-clock',
    path: 'src/service/a.ts',
    bad: ['void Date.now();', 'void new Date();', 'export const now = Date.now;'],
    good: ['void new Date(clock.now());', 'void Date.parse(text);'],
    goodElsewhere: { path: 'src/service/ports/clock.ts', code: 'void Date.now();' },
  },
  {
    rule: 'no-console',
    path: 'src/store/a.ts',
    bad: ['console.log(1);'],
    good: ['report(fault);'],
    goodElsewhere: { path: 'scripts/a.ts', code: 'console.log(1);' },
  },
  {
    rule: 'named-exports',
    path: 'src/lib/a.ts',
    bad: ['export default function a() {}'],
    good: ['export function a() {}'],
    goodElsewhere: { path: 'entrypoints/a.ts', code: 'export default 1;' },
  },
  {
    rule: 'file-extensions',
    path: 'src/lib/a.ts',
    bad: [
      'import { a } from "./b";\nvoid a;',
      'import type { A } from "../b/c";\nexport type B = A;',
      'export * from "./b";',
      'void import("./b");',
    ],
    good: ['import { a } from "./b.ts";\nvoid a;', 'import { a } from "b";\nvoid a;', 'import "./a.css";'],
  },
  {
    rule: 'databases-stay',
    path: 'src/store/a.ts',
    bad: [
      'indexedDB.deleteDatabase("commonplace");',
      'void database.delete();',
      'void this.#db.delete();',
      'void Dexie.delete("commonplace");',
    ],
    good: ['void table.where("a").below(1).delete();', 'map.delete(key);'],
  },
  { rule: 'strong-randomness', path: 'src/lib/a.ts', bad: ['void Math.random();'], good: ['void Math.max(1, 2);'] },
  { rule: 'fixed-seeds', path: 'test/a.ts', bad: ['void Math.random();'], good: ['void random();'] },
  {
    rule: 'nothing-leaves',
    path: 'src/service/a.ts',
    bad: [
      'void fetch("https://example.org");',
      'void globalThis.fetch(url);',
      'void new WebSocket(url);',
      'navigator.sendBeacon(url);',
    ],
    good: ['void service.fetch(request);'],
    goodElsewhere: { path: 'src/client/transports/a.ts', code: 'void fetch(url);' },
  },
  {
    rule: 'typographic-apostrophe',
    path: 'src/ui/a.tsx',
    bad: [
      'export const a = "The file isn\'t text.";',
      "export const a = `${name}'s memories`;",
      "export const a = <p>It isn't here.</p>;",
    ],
    good: [
      'export const a = "The file isn’t text.";',
      'export const a = "script-src \'self\'";',
      "// It isn't a text.\nexport const a = 1;",
    ],
    goodElsewhere: { path: 'src/server/a.ts', code: 'void "The port can\'t be opened.";' },
  },
  { rule: 'fakes-at-seams', path: 'test/a.ts', bad: ['vi.mock("../src/a.ts");'], good: ['vi.useFakeTimers();'] },
];

interface Diagnostic {
  code: string;
  filename: string;
  message: string;
}

describe('our lint rules', () => {
  const folder = temporaryFolder('lint');
  const files = new Map<string, string>();
  let reported: Diagnostic[] = [];

  /** Each snippet has its own file, so each finding belongs to one snippet. */
  const pathOf = (kind: string, rule: string, index: number, path: string) =>
    `${dirname(path)}/${kind}-${rule}-${index}${extname(path)}`;

  beforeAll(() => {
    for (const { rule, path, bad, good, goodElsewhere } of cases) {
      bad.forEach((code, index) => files.set(pathOf('bad', rule, index, path), code));
      good.forEach((code, index) => files.set(pathOf('good', rule, index, path), code));
      if (goodElsewhere) files.set(goodElsewhere.path, goodElsewhere.code);
    }
    for (const [path, code] of files) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), code.includes('this.') ? `class A { #db; a() { ${code} } }\nvoid A;` : code);
    }
    cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'));
    symlinkSync(resolve('lint'), join(folder, 'lint'));
    const { stdout } = spawnSync(
      process.execPath,
      [resolve('node_modules/oxlint/bin/oxlint'), '--format=json', 'src', 'entrypoints', 'scripts', 'test'],
      { cwd: folder, encoding: 'utf8' },
    );
    reported = (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics.filter(({ code }) =>
      code.startsWith('house('),
    );
  });
  afterAll(() => removeFolder(folder));

  test.each(cases)('$rule reports bad code, with the rule’s message', ({ rule, path, bad }) => {
    const caught = reported.filter(({ code }) => code === `house(${rule})`);
    expect(caught.map(({ filename }) => filename)).toEqual(
      expect.arrayContaining(bad.map((_, index) => pathOf('bad', rule, index, path))),
    );
    expect(caught[0]?.message).toBe(house[rule]?.message);
  });

  test('accept similar code that is correct', () => {
    expect(reported.filter(({ filename }) => !filename.includes('/bad-'))).toEqual([]);
  });

  test('all have cases here', () => {
    expect(cases.map(({ rule }) => rule).sort()).toEqual(Object.keys(house).sort());
  });
});
