// @ts-check
// Runs on plain Node 20 with nothing installed.
import { spawnSync } from 'node:child_process';
import { reasonToInstall } from './installed.mjs';

/**
 * Installs what package-lock.json requires, with a message; does nothing if node_modules is up to date.
 * @param {string} root the repository
 */
export function installPackages(root) {
  const reason = reasonToInstall(root);
  if (reason === undefined) return;
  // `npm ci` deletes node_modules first, which Windows refuses while the Node in it is running.
  const verb = process.platform === 'win32' ? 'install' : 'ci';
  // Standard output is for the program that is started later.
  console.error(`Installing packages with \`npm ${verb}\`: ${reason}.`);
  const { status, error } = npm([verb, '--no-audit', '--no-fund', '--loglevel=error'], root);
  if (status !== 0)
    throw new Error(`\`npm ${verb}\` failed${error ? `: ${error.message}` : '; see its output above'}.`);
}

/**
 * Runs npm; its output goes to standard error.
 * @param {string[]} given @param {string} cwd
 */
export function npm(given, cwd) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script && node && /\.[cm]?js$/.test(script))
    return spawnSync(node, [script, ...given], { cwd, stdio: ['inherit', 2, 2] });
  return spawnSync('npm', given, { cwd, stdio: ['inherit', 2, 2], shell: process.platform === 'win32' });
}
