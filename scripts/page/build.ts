import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pageFolder } from '../serve/folders.ts';
import { zodWithoutEval } from '../zod-without-eval.ts';

const root = 'src/server/page';
/** The file with the page's inputs: a hash and a path per line. */
const sourcesFile = 'sources.txt';
const settings = ['package-lock.json', 'tsconfig.json', 'scripts/page/build.ts', 'scripts/zod-without-eval.ts'];

/** Builds the server's page if it is missing or outdated. Returns whether it was built. Builds may run concurrently. */
export async function buildPage(folder = pageFolder): Promise<boolean> {
  if (await isFresh(folder)) return false;
  const unfinished = `${folder}.${process.pid}.${process.hrtime.bigint()}`;
  await mkdir(dirname(folder), { recursive: true });
  try {
    const sources = await built(unfinished);
    await writeFile(join(unfinished, sourcesFile), await stampOf(sources));
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder).catch(async (error: unknown) => {
      // Another build of the same sources may have finished first.
      if (!(await isFresh(folder))) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return true;
}

async function built(out: string): Promise<string[]> {
  const { build } = await import('vite');
  const modules = new Set<string>([join(root, 'index.html')]);
  await build({
    configFile: false,
    root,
    base: '/',
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      zodWithoutEval,
      {
        name: 'record the sources of the page',
        generateBundle() {
          for (const id of this.getModuleIds())
            if (!id.startsWith('\0')) modules.add(relative('.', id.replace(/\?.*$/, '')));
        },
      },
    ],
    build: {
      outDir: resolve(out),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // For older browsers, `:dir()` would be compiled to a list of languages.
      cssTarget: ['chrome128', 'firefox128', 'safari17.4'],
    },
  });
  // The lock file in `settings` stands for the installed packages.
  return [
    ...settings,
    ...[...modules]
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !path.startsWith('node_modules/'))
      .sort(),
  ];
}

async function isFresh(folder: string): Promise<boolean> {
  const before = await readFile(join(folder, sourcesFile), 'utf8').catch(() => '');
  const paths = before
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(line.indexOf(' ') + 1));
  return paths.length > 0 && (await stampOf(paths)) === before;
}

async function stampOf(paths: string[]): Promise<string> {
  const lines = paths.map(
    async (path) =>
      `${createHash('sha256')
        .update(await readFile(path).catch(() => 'gone'))
        .digest('hex')} ${path}\n`,
  );
  return (await Promise.all(lines)).join('');
}
