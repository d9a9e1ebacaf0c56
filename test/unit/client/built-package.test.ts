import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { importsOf } from '../../../scripts/import-graph.ts';
import { runTool } from '../../../scripts/tool.ts';
import { blocksIn } from '../../support/repository/blocks.ts';
import { clientProject } from '../../support/client/project.ts';

let project: Awaited<ReturnType<typeof clientProject>>;

beforeAll(async () => {
  project = await clientProject();
});

function modulesFrom(entry: string): string[] {
  const found = new Set([entry]);
  for (const file of found) for (const { to } of importsOf(file, readFileSync(file, 'utf8'))) found.add(to);
  return [...found];
}

/** The size in bytes of the minified bundle of `source`, after gzip. */
async function gzippedBytes(name: string, source: string): Promise<number> {
  const entry = join(project.folder, `${name}.js`);
  writeFileSync(entry, source);
  const result = await build({
    configFile: false,
    root: project.folder,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, lib: { entry, formats: ['iife'], name: 'bundle' } },
  });
  const [{ output }] = result as unknown as [{ output: [{ code: string }] }];
  expect(output).toHaveLength(1);
  return gzipSync(output[0].code, { level: 9 }).length;
}

describe('the built client package', () => {
  it('passes publint', async () => {
    const { messages } = await publint({
      pkgDir: join(project.folder, 'node_modules/@commonplace/client'),
      strict: true,
    });
    expect(messages).toEqual([]);
  });

  it('has the right types in every resolution mode that supports ES modules', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(project.tarball)), {
      entrypoints: ['.'],
    });
    const withoutModules = ['node10', 'node16-cjs'];
    const { problems } = analysis as { problems: { kind: string; resolutionKind?: string }[] };
    expect(problems.filter(({ resolutionKind = '' }) => !withoutModules.includes(resolutionKind))).toEqual([]);
    expect(analysis.types).toEqual({ kind: 'included' });
  });

  it('adds at most 10 kB to a bundle, or 3 kB to one that only searches', async () => {
    const all = await gzippedBytes('all', "export * from '@commonplace/client';");
    const search = await gzippedBytes(
      'search',
      `import { createCall, searchMemories } from '@commonplace/client';
export const search = (options, query) => createCall(options)(searchMemories, { body: { query } });`,
    );
    expect(all).toBeLessThanOrEqual(10_000);
    expect(search).toBeLessThanOrEqual(3_000);
    expect(search).toBeLessThan(all / 2);
    const script = await gzippedBytes('script', "import '@commonplace/client/script.js';");
    expect(script, 'the script for a script tag, which a bundler must not drop').toBeGreaterThan(search);
  });

  it('contains the client of the extension’s own pages, except for four modules', () => {
    const modules = modulesFrom('src/client/index.ts');
    expect(modules).toContain('src/client/client.ts');
    const folder = join(project.folder, 'node_modules/@commonplace/client/dist/types');
    const isMissing = (file: string) => !existsSync(join(folder, file.replace(/^src\/(.*)\.ts$/, '$1.d.ts')));
    expect(modules.filter(isMissing)).toEqual([
      'src/client/index.ts',
      'src/client/own-client.ts',
      'src/v1/operations.ts',
      'src/v1/limits.ts',
    ]);
  });

  it('has one module, without imports, beside the script for a script tag', () => {
    const folder = join(project.folder, 'node_modules/@commonplace/client/dist');
    expect(readdirSync(folder).toSorted()).toEqual(['index.js', 'script.js', 'types']);
    expect(importsOf('index.js', readFileSync(join(folder, 'index.js'), 'utf8'))).toEqual([]);
  });

  it('has no dependencies and no zod', () => {
    const folder = join(project.folder, 'node_modules/@commonplace/client');
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object;
    expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
    expect(readFileSync(join(folder, 'dist/index.js'), 'utf8')).not.toMatch(/zod/i);
  });

  it('has correct types for every example in its guides', async () => {
    const examples = ['docs/clients.md', 'docs/client.md']
      .flatMap((file) => blocksIn(readFileSync(file, 'utf8')))
      .filter(({ words }) => words[0] === 'js');
    const files = examples.map(({ text }, index) => {
      writeFileSync(join(project.folder, `example-${index}.js`), text);
      return `example-${index}.js`;
    });
    const compilerOptions = {
      target: 'ES2022',
      module: 'NodeNext',
      lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
      strict: true,
      allowJs: true,
      checkJs: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      typeRoots: [join(process.cwd(), 'node_modules/@types')],
      types: ['node'],
    };
    writeFileSync(join(project.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const lines: string[] = [];
    const code = await runTool('typescript', ['-p', project.folder], {}, (line) => lines.push(line));
    expect({ code, lines }).toEqual({ code: 0, lines: [] });
  });
});
