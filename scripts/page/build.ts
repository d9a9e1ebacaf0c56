import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

/** Where the server looks for its page. */
export const pageFolder = '.output/page';

const root = 'src/server/page';
/** Beside the page: what it was built of, as one line for each file, hash and path. */
const sourcesFile = 'sources.txt';
/** What decides the page besides its own files. */
const settings = ['package-lock.json', 'tsconfig.json', 'scripts/page/build.ts'];

/**
 * Builds the server's page where it is missing or made of other sources; answers whether it did.
 * Two builds may run at once: the page appears whole or not at all.
 */
export async function buildPage(folder = pageFolder): Promise<boolean> {
  if (await isFresh(folder)) return false;
  const unfinished = `${folder}.${process.pid}.${process.hrtime.bigint()}`;
  await mkdir(dirname(folder), { recursive: true });
  try {
    const sources = await built(unfinished);
    await writeFile(join(unfinished, sourcesFile), await stampOf(sources));
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder).catch(async (error: unknown) => {
      // Another build was quicker: what it put there is as good.
      if (!(await isFresh(folder))) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return true;
}

/** Builds into a folder; answers the files that the page is made of. */
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
      {
        name: 'note what the page is made of',
        generateBundle() {
          for (const id of this.getModuleIds())
            if (!id.startsWith('\0')) modules.add(relative('.', id.replace(/\?.*$/, '')));
        },
      },
    ],
    build: { outDir: resolve(out), emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  });
  // What is installed is known by the lock file.
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
