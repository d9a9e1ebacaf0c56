import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { browserKind, builtExtension, removeFolder, temporaryFolder } from '../../scripts/browsers/index.ts';
import { findChromium } from '../../scripts/browsers/find.ts';

/** Not a dependency, since it would be the largest: npx downloads it and keeps it in the cache of npm. */
const webExt = 'web-ext@10.7.0';

const timeoutMs = 300_000;

const folder = temporaryFolder('stores');
afterAll(() => removeFolder(folder));

/** A copy of the built extension. `isWhole` false: without the version in its manifest. */
function packageIn(name: string, isWhole: boolean): string {
  const copy = join(folder, name);
  cpSync(builtExtension(browserKind()), copy, { recursive: true });
  if (isWhole) return copy;
  const file = join(copy, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...manifest, version: undefined }));
  return copy;
}

describe.runIf(browserKind() === 'firefox')('Firefox’s linter', () => {
  interface Lint {
    summary: { errors: number; warnings: number };
    warnings: { code: string; file?: string }[];
  }

  async function lint(source: string): Promise<Lint> {
    const linter = execFile(
      'npx',
      ['--yes', webExt, 'lint', '--source-dir', source, '--output', 'json'],
      { cwd: folder, shell: process.platform === 'win32', maxBuffer: 64 * 1024 * 1024 },
      () => {},
    );
    let output = '';
    linter.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text));
    await once(linter, 'close');
    return JSON.parse(output.slice(output.indexOf('{'))) as Lint;
  }

  test(
    'finds no error in the package, and only the warnings in docs/store',
    async () => {
      const { summary, warnings } = await lint(builtExtension('firefox'));
      const docs = readFileSync('docs/store/README.md', 'utf8');
      expect(summary.errors).toBe(0);
      expect(docs).toContain(`no errors, ${summary.warnings} warnings`);
      expect(warnings.map(({ code }) => code).filter((code) => !docs.includes(`\`${code}\``))).toEqual([]);
    },
    timeoutMs,
  );

  test(
    'finds the error of a package without a version',
    async () => {
      expect((await lint(packageIn('spoilt', false))).summary.errors).toBeGreaterThan(0);
    },
    timeoutMs,
  );
});

describe.runIf(browserKind() === 'chromium')('Chromium', () => {
  /** Whether Chromium made a package for its store. */
  async function packs(source: string): Promise<boolean> {
    const args = [`--pack-extension=${source}`, `--user-data-dir=${source}-profile`, '--no-sandbox', '--headless=new'];
    const packer = spawn(findChromium()!, args, { stdio: 'ignore' });
    await once(packer, 'close');
    return existsSync(`${source}.crx`);
  }

  test('packs the package', async () => expect(await packs(packageIn('whole', true))).toBe(true), timeoutMs);

  test('doesn’t pack a package without a version', async () => {
    expect(await packs(packageIn('spoilt', false))).toBe(false);
  });
});
