import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserKind, builtExtension, removeFolder, temporaryFolder } from '../../scripts/browsers/index.ts';
import { findChromium } from '../../scripts/browsers/find.ts';

/** Firefox's linter. It isn't a dependency, because it would be the largest one. Instead, npx downloads the linter. */
const webExt = 'web-ext@10.7.0';

const timeoutMs = 900_000;

const folder = temporaryFolder('stores');
afterAll(() => removeFolder(folder));

const browser = browserKind() === 'firefox' ? 'firefox' : 'chrome';
/** The unpacked package that `npm run zip` makes for this browser's store. */
const zipped = join(folder, 'zipped');
let files: Record<string, Uint8Array>;

beforeAll(async () => {
  const out = join(folder, 'out');
  const zip = spawn(process.execPath, ['scripts/build.mjs', 'zip'], {
    env: { ...process.env, COMMONPLACE_OUT: out, NODE_ENV: undefined },
    stdio: 'ignore',
  });
  expect(await once(zip, 'close')).toEqual([0, null]);
  const name = readdirSync(out).find((file) => file.endsWith(`-${browser}.zip`))!;
  files = unzipSync(readFileSync(join(out, name)));
  for (const [path, content] of Object.entries(files)) {
    if (path.endsWith('/')) continue;
    mkdirSync(dirname(join(zipped, path)), { recursive: true });
    writeFileSync(join(zipped, path), content);
  }
}, timeoutMs);

function spoiltPackage(): string {
  const copy = join(folder, 'spoilt');
  cpSync(zipped, copy, { recursive: true });
  const file = join(copy, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...manifest, version: undefined }));
  return copy;
}

const pathsIn = (built: string) =>
  readdirSync(built, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(built.length + 1)
        .replaceAll('\\', '/'),
    );

test('the zipped package equals the extension under test, except for the manifest’s key', () => {
  const built = builtExtension(browserKind());
  const paths = pathsIn(built);
  expect(
    Object.keys(files)
      .filter((path) => !path.endsWith('/'))
      .sort(),
  ).toEqual(paths.toSorted());
  const differing = paths.filter((path) => !readFileSync(join(built, path)).equals(files[path]!));
  const manifestIn = (from: string) => JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8')) as object;
  const { key, ...tested } = manifestIn(built) as { key?: string };
  expect(key === undefined).toBe(browserKind() === 'firefox');
  expect(manifestIn(zipped)).toEqual(tested);
  expect(differing.filter((path) => path !== 'manifest.json')).toEqual([]);
});

if (browserKind() === 'firefox')
  describe('Firefox’s linter', () => {
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
      'finds no error in the package, and only the warnings listed in docs/store',
      async () => {
        const { summary, warnings } = await lint(zipped);
        const docs = readFileSync('docs/store/README.md', 'utf8');
        expect(summary.errors).toBe(0);
        expect(docs).toContain(`no errors, ${summary.warnings} warnings`);
        expect(warnings.map(({ code }) => code).filter((code) => !docs.includes(`\`${code}\``))).toEqual([]);
      },
      timeoutMs,
    );

    test(
      'finds an error in a package without a version',
      async () => {
        expect((await lint(spoiltPackage())).summary.errors).toBeGreaterThan(0);
      },
      timeoutMs,
    );
  });

if (browserKind() === 'chromium')
  describe('Chromium', () => {
    async function packs(source: string): Promise<boolean> {
      const args = [
        `--pack-extension=${source}`,
        `--user-data-dir=${source}-profile`,
        '--no-sandbox',
        '--headless=new',
      ];
      const packer = spawn(findChromium()!, args, { stdio: 'ignore' });
      await once(packer, 'close');
      return existsSync(`${source}.crx`);
    }

    test('packs the package', async () => expect(await packs(zipped)).toBe(true), timeoutMs);

    test('doesn’t pack a package without a version', async () => {
      expect(await packs(spoiltPackage())).toBe(false);
    });
  });
