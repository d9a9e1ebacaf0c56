// @ts-check
// Runs on plain Node 20 with nothing installed.
import { spawnSync } from 'node:child_process';
import { reasonToInstall } from './installed.mjs';

/**
 * Brings node_modules to what package-lock.json says, with a word about it; does nothing where it is so already.
 * @param {string} root the repository
 */
export function installPackages(root) {
  const reason = reasonToInstall(root);
  if (reason === undefined) return;
  // `npm ci` deletes node_modules first; Windows refuses while the Node in it is the one that runs us.
  const verb = process.platform === 'win32' ? 'install' : 'ci';
  // On standard error, all of it: standard output is of what is run.
  console.error(`Installing the packages of Commonplace by \`npm ${verb}\`: ${reason}.`);
  const { status, error } = npm([verb, '--no-audit', '--no-fund', '--loglevel=error'], root);
  if (status !== 0)
    throw new Error(`\`npm ${verb}\` failed${error ? `: ${error.message}` : '; what it said stands above'}.`);
}

/** @param {string[]} given @param {string} cwd */
function npm(given, cwd) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script && node && /\.[cm]?js$/.test(script))
    return spawnSync(node, [script, ...given], { cwd, stdio: ['inherit', 2, 2] });
  return spawnSync('npm', given, { cwd, stdio: ['inherit', 2, 2], shell: process.platform === 'win32' });
}
