// @ts-check
// Runs on plain Node 20 and finds the Node that runs everything else.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The major version of the Node in optionalDependencies. It can run TypeScript. */
const neededMajor = 24;

/**
 * The executable of Node 24: the one that npm installed here, or the running Node if it is new enough.
 * @param {string} root the repository
 * @returns {string}
 */
export function findNode(root) {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of Object.keys(optionalDependencies)) {
    const folder = join(root, 'node_modules', name);
    if (!existsSync(join(folder, 'package.json'))) continue;
    const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const executable = join(folder, typeof bin === 'string' ? bin : bin.node);
    if (spawnSync(executable, ['--version']).status === 0) return executable;
  }
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath;
  throw new Error(
    `npm has no Node ${neededMajor} for this machine (${process.platform} ${process.arch}), and this is ${process.version}. Install Node ${neededMajor} and try again.`,
  );
}
