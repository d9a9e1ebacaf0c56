import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { importsOf } from '../../../scripts/import-graph.ts';
import { refusal, layers } from '../../support/repository/layers.ts';

/** All source files except those of the kernels, which are AssemblyScript. */
const files = globSync('{src,entrypoints,conformance,lint,scripts,bench,test}/**/*.{ts,tsx,mjs}')
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.includes('/kernel/'));

/**
 * The files of `src` that no file of `src` or `entrypoints` imports. They are started or published on their own, used
 * by other folders, or declare types.
 */
const entries = [
  'src/client/package/index.ts',
  'src/client/script.ts',
  'src/extension/identity.ts',
  'src/extension/reader/turndown-plugin-gfm.d.ts',
  'src/server/command-line/document.ts',
  'src/server/command-line/main.ts',
  'src/server/main.ts',
  'src/server/meaning/embedder-thread.ts',
  'src/server/page/main.tsx',
  'src/v1/extensions.ts',
];

function filesThatNothingImports({ entries: allowed } = { entries }): string[] {
  const product = files.filter((file) => /^(?:src|entrypoints)\//.test(file));
  const imported = new Set(product.flatMap((file) => importsOf(file, readFileSync(file, 'utf8')).map(({ to }) => to)));
  return product.filter((file) => file.startsWith('src/') && !imported.has(file) && !allowed.includes(file));
}

describe('imports', () => {
  test('follow the layers', () => {
    expect(files.length).toBeGreaterThan(0);
    expect(
      files.flatMap((file) => importsOf(file, readFileSync(file, 'utf8')).flatMap((edge) => refusal(edge) ?? [])),
    ).toEqual([]);
  });

  test('name existing files', () => {
    const imports = files.flatMap((file) => importsOf(file, readFileSync(file, 'utf8')));
    // The compiler checks the imports of TypeScript files.
    const isLost = ({ from, to }: (typeof imports)[number]) =>
      from.endsWith('.mjs') && /^(?:scripts|test)\//.test(to) && !existsSync(to);
    expect(imports.filter(isLost)).toEqual([]);
  });

  // Code that only tests use, such as a test double, belongs to scripts/ or test/.
  test('name every file of `src` that isn’t in `entries`', () => {
    expect(filesThatNothingImports()).toEqual([]);
    expect(filesThatNothingImports({ entries: entries.slice(1) })).toEqual(entries.slice(0, 1));
  });

  test('control: every layer has a file', () => {
    expect(layers.filter(({ path }) => !files.some((file) => file.startsWith(path)))).toEqual([]);
  });
});

describe('the layers', () => {
  test.each([
    ['src/lib/a.ts', 'src/v1/limits.ts'],
    ['src/lib/a.ts', 'zod'],
    ['src/v1/limits.ts', 'src/service/app.ts'],
    ['src/v1/limits.ts', 'zod'],
    ['src/v1/schemas/memory.ts', 'src/client/index.ts'],
    ['src/service/app.ts', 'src/store/dexie/index.ts'],
    ['src/service/app.ts', 'src/client/index.ts'],
    ['src/store/listing.ts', 'dexie'],
    ['src/store/dexie/index.ts', 'src/service/app.ts'],
    ['src/store/dexie/index.ts', 'src/search/keyword/index.ts'],
    ['src/search/keyword/index.ts', 'src/store/dexie/index.ts'],
    ['src/search/keyword/index.ts', 'src/v1/limits.ts'],
    ['src/client/index.ts', 'src/service/app.ts'],
    ['src/client/index.ts', 'src/ui/popup/popup.tsx'],
    ['src/client/transports/link.ts', 'wxt/browser'],
    ['src/ui/popup/popup.tsx', 'src/service/app.ts'],
    ['src/ui/popup/popup.tsx', 'src/extension/identity.ts'],
    ['src/ui/popup/popup.tsx', 'dexie'],
    ['src/ui/popup/popup.tsx', 'wxt/browser'],
    ['src/extension/engine/host.ts', 'src/ui/popup/host.ts'],
    ['src/extension/meaning/meaning.ts', 'src/ui/state/engine.ts'],
    ['src/extension/engine-control/protocol.ts', 'src/ui/state/engine.ts'],
    ['src/extension/identity.ts', 'src/server/main.ts'],
    ['src/server/main.ts', 'src/extension/identity.ts'],
    ['src/server/main.ts', 'pg'],
    ['src/extension/identity.ts', 'entrypoints/background.ts'],
    ['entrypoints/background.ts', 'src/server/main.ts'],
    ['entrypoints/background.ts', 'test/support/clock.ts'],
    ['conformance/run.ts', 'node:fs/promises'],
    ['conformance/run.ts', 'vitest'],
    ['conformance/run.ts', 'zod'],
    ['conformance/run.ts', 'src/service/app.ts'],
    ['conformance/run.ts', 'scripts/random.ts'],
    ['src/v1/limits.ts', 'conformance/run.ts'],
    ['src/v1/limits.ts', 'scripts/random.ts'],
    ['scripts/browsers/launch.ts', 'test/support/clock.ts'],
    ['scripts/tour/tour.ts', 'bench/search/notes.ts'],
    ['scripts/start.mjs', 'test/support/clock.ts'],
    ['bench/search.ts', 'test/support/clock.ts'],
  ])('don’t let %s import %s', (from, to) => {
    expect(refusal({ from, to })).toContain(`${from} imports ${to}`);
  });

  test.each([
    ['src/v1/limits.ts', 'src/lib/json.ts'],
    ['src/v1/schemas/memory.ts', 'zod'],
    ['src/service/app.ts', 'src/v1/limits.ts'],
    ['src/store/dexie/index.ts', 'src/service/ports/store.ts'],
    ['src/search/keyword/index.ts', 'minisearch/SearchableMap'],
    ['src/client/transports/extension.ts', 'wxt/browser'],
    ['src/ui/popup/popup.tsx', 'src/client/index.ts'],
    ['entrypoints/engine.ts', 'src/store/dexie/index.ts'],
    ['src/extension/engine-control/protocol.ts', 'src/client/engine-control.ts'],
    ['src/extension/popup-host.ts', 'src/ui/popup/host.ts'],
    ['src/server/compose.ts', 'src/store/postgres/index.ts'],
    ['conformance/cases/tags.ts', 'conformance/expect.ts'],
    ['conformance/session.ts', 'src/v1/operations.ts'],
    ['bench/search.ts', 'scripts/random.ts'],
    ['test/e2e/popup.either.test.ts', 'scripts/browsers/launch.ts'],
    ['test/unit/search/quality.test.ts', 'bench/quality/figures.ts'],
  ])('let %s import %s', (from, to) => {
    expect(refusal({ from, to })).toBeUndefined();
  });

  test('reject a file that is in none of them', () => {
    expect(refusal({ from: 'src/novelty/a.ts', to: 'zod' })).toContain('is in no layer');
  });
});

describe('importsOf', () => {
  test('finds every kind of import, including types', () => {
    const source = `
      import { a } from './a.ts';
      import type { B } from '../b.ts';
      import './c.css';
      export { d } from './d.ts';
      export * from './e.ts';
      export type { F } from 'f';
      const g = await import('./g.ts');
      // import './comment.ts';
      const text = "import './text.ts'";`;
    expect(importsOf('src/x/y.ts', source).map(({ to }) => to)).toEqual([
      'src/x/a.ts',
      'src/b.ts',
      'src/x/c.css',
      'src/x/d.ts',
      'src/x/e.ts',
      'f',
      'src/x/g.ts',
    ]);
  });

  test('rejects an import with a computed specifier', () => {
    expect(() => importsOf('src/x.ts', 'await import(name);')).toThrow(
      "src/x.ts has an import specifier that isn't a literal: name",
    );
  });
});
