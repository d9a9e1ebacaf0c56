import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface PageLanguage {
  /** BCP 47. */
  tag: string;
  packages: string[];
  /** The folder of the pages below `usr/share/man`. */
  folder: string;
  /** Matches the title of the DESCRIPTION section. */
  description: RegExp;
}

export interface PageSource {
  /** The file's name up to the first dot, such as `ls`. */
  name: string;
  source: string;
}

const cache = join(import.meta.dirname, '../../../node_modules/.cache/manual-pages');

/**
 * All manual pages of a language, sorted by path. The first call fetches the packages with apt-get, which needs Debian.
 */
export function pagesOf({ packages, folder }: PageLanguage): PageSource[] {
  const root = join(cache, 'files');
  for (const name of packages) fetchOnce(name, root);
  return globSync(`usr/share/man/${folder}/man[1-8]/*.gz`, { cwd: root })
    .sort()
    .map((path) => ({
      name: path.replace(/^.*\/|\.[^/]*\.gz$/g, ''),
      source: gunzipSync(readFileSync(join(root, path))).toString('utf8'),
    }));
}

function fetchOnce(name: string, root: string): void {
  const folder = join(cache, name);
  if (globSync('*.deb', { cwd: folder }).length > 0) return;
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('apt-get', ['download', name], { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] });
    for (const file of globSync('*.deb', { cwd: folder })) execFileSync('dpkg-deb', ['-x', join(folder, file), root]);
  } catch (cause) {
    rmSync(folder, { recursive: true });
    throw new Error(`Couldn't fetch the Debian package ${name}. This needs apt-get. Try apt-get update first.`, {
      cause,
    });
  }
}
