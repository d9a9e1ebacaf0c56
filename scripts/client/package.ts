import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../bootstrap/install.mjs';
import { removeFolder, temporaryFolder } from '../browsers/temporary.ts';
import { runTool } from '../tool.ts';
import { clientModule, clientScript } from './build.ts';

function manifest(): object {
  const { version, license } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, string>;
  return {
    name: '@commonplace/client',
    version,
    description: 'Client for Commonplace and any other v1 memory service: save, search and organise short texts.',
    keywords: ['memory', 'notes', 'search', 'api', 'client'],
    license,
    type: 'module',
    sideEffects: ['./dist/script.js'],
    exports: {
      '.': { types: './dist/types/client/package/index.d.ts', default: './dist/index.js' },
      './script.js': './dist/script.js',
      './package.json': './package.json',
    },
    files: ['dist'],
    engines: { node: '>=20' },
  };
}

const readme = () => readFileSync('docs/client.md', 'utf8').split('\n## What you get')[0]!.trimEnd() + '\n';

/** Builds the client package and returns the path of its tarball in `folder`. */
export async function buildClientPackage(folder: string): Promise<string> {
  const unpacked = temporaryFolder('client-package');
  try {
    await writePackage(unpacked);
    const packed = temporaryFolder('client-tarball', unpacked);
    if (npm(['pack', '--pack-destination', packed, '--loglevel=error'], unpacked).status !== 0)
      throw new Error('`npm pack` failed; see its output above.');
    const [tarball] = readdirSync(packed);
    mkdirSync(folder, { recursive: true });
    const path = join(folder, tarball!);
    cpSync(join(packed, tarball!), `${path}.${process.pid}`);
    renameSync(`${path}.${process.pid}`, path);
    return path;
  } finally {
    removeFolder(unpacked);
  }
}

async function writePackage(folder: string): Promise<void> {
  const dist = join(folder, 'dist');
  const types = join(dist, 'types');
  if ((await runTool('typescript', ['-p', 'scripts/client/tsconfig.json', '--outDir', types])) !== 0)
    throw new Error('The client package has type errors; see above.');
  for (const file of globSync(join(types, '**/*.d.ts'))) writeFileSync(file, withJsImports(readFileSync(file, 'utf8')));
  writeFileSync(join(dist, 'index.js'), await clientModule());
  writeFileSync(join(dist, 'script.js'), await clientScript());
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), readme());
  cpSync('LICENSE', join(folder, 'LICENSE'));
}

/** Makes imports of `.ts` files lead to `.js` files. The compiler doesn't change imports in declarations. */
const withJsImports = (declarations: string) =>
  declarations.replaceAll(/(from |import\()(['"]\.[^'"]+)\.ts(['"])/g, '$1$2.js$3');
