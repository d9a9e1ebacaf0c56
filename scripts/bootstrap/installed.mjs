// @ts-check
// Runs on plain Node 20 with nothing installed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, bin?: Record<string, string> }} Locked */
/** @typedef {Record<string, Locked>} Lock by folder, such as `node_modules/zod` */

/**
 * The folders of required packages that are missing or differ. Missing optional packages don't count, since most are
 * for other platforms.
 * @param {Lock} wanted `packages` of package-lock.json
 * @param {Lock} present `packages` of node_modules/.package-lock.json, which npm writes after each installation
 * @param {(folder: string) => boolean} exists
 * @returns {string[]}
 */
export function outdatedFolders(wanted, present, exists) {
  return Object.entries(wanted)
    .filter(([folder, { version, integrity, optional }]) => {
      if (folder === '') return false;
      const found = present[folder];
      if (!found) return !optional;
      return found.version !== version || found.integrity !== integrity || !exists(folder);
    })
    .map(([folder]) => folder);
}

/**
 * Why npm must run first; undefined if everything is installed.
 * @param {string} root the repository
 * @returns {string | undefined}
 */
export function reasonToInstall(root) {
  const present = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(present)) return 'nothing is installed yet';
  const changed = outdatedFolders(packages(join(root, 'package-lock.json')), packages(present), (folder) =>
    existsSync(join(root, folder, 'package.json')),
  );
  if (changed.length === 0) return undefined;
  return `${changed.length} of the required packages changed`;
}

/** @param {string} path @returns {Lock} */
const packages = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;
