import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { removeFolder, temporaryFolder } from '../../../../scripts/browsers/temporary.ts';
import { bundledLicenses } from '../../../../scripts/licenses/bundled.ts';
import { licensesText, productionPackages } from '../../../../scripts/licenses/text.ts';

function folderForTest(): string {
  const folder = temporaryFolder('licenses');
  onTestFinished(() => removeFolder(folder));
  return folder;
}

test('licenses.txt covers the project, bundled packages, models and the kernels’ compiler, but no unused package', async () => {
  const folder = folderForTest();
  const entry = join(folder, 'entry.ts');
  writeFileSync(
    entry,
    `import { ulid } from '${process.cwd()}/node_modules/ulid';\nimport { signal } from '${process.cwd()}/node_modules/@preact/signals';\nconsole.log(ulid(), signal);`,
  );
  const { plugin, write } = bundledLicenses();
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [plugin],
    build: { outDir: join(folder, 'out'), lib: { entry, formats: ['es'], fileName: 'entry' } },
  });
  write(folder);
  const text = readFileSync(join(folder, 'licenses.txt'), 'utf8');
  const names = [
    'Commonplace',
    'The model MiniLM (all-MiniLM-L6-v2)',
    'The model SPLADE-tiny',
    'The model USE (universal-sentence-encoder-multilingual 3)',
    'assemblyscript',
    'ulid',
    '@preact/signals',
    '@preact/signals-core',
    'preact',
  ];
  for (const name of names) expect(text).toMatch(new RegExp(`^${name.replaceAll(/[()]/g, '\\$&')}( \\d.*)?$`, 'm'));
  expect(text).toContain('Copyright (c) 2017 Alizain Feerasta');
  expect(text.match(/Version 2.0, January 2004/g)?.length).toBeLessThanOrEqual(4);
  expect(text).not.toMatch(/^(dexie|zod) /m);
});

test('every package of a production install has a license', () => {
  const packages = productionPackages();
  expect(packages).toEqual(expect.arrayContaining(['node_modules/hono', 'node_modules/pg', 'node_modules/preact']));
  expect(packages).not.toContain('node_modules/vitest');
  const text = licensesText(packages);
  const nameOf = (path: string) => path.split('node_modules/').at(-1);
  expect(packages.filter((path) => !text.includes(`\n${nameOf(path)} `))).toEqual([]);
});

test('rejects a package without a license text, unless the license is MIT', () => {
  const folder = join(folderForTest(), 'secretive');
  mkdirSync(folder);
  const describe = (license: string) =>
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'secretive', version: '1.0.0', license, author: 'Ann Author' }),
    );
  describe('ISC');
  expect(() => licensesText([folder])).toThrow('secretive has no license text.');
  describe('MIT');
  expect(licensesText([folder])).toContain('Copyright (c) Ann Author');
  describe('ISC');
  writeFileSync(join(folder, 'LICENCE.md'), 'Do as you please.');
  expect(licensesText([folder])).toContain('Do as you please.');
});
