// @ts-check
// Runs on plain Node 20 with nothing installed.
import { spawnSync } from 'node:child_process';
import { reasonToInstall } from './installed.mjs';

/**
 * Installs what package-lock.json requires, unless node_modules is up to date.
 * @param {string} root the repository
 */
export function installPackages(root) {
  const reason = reasonToInstall(root);
  if (reason === undefined) return;
  // `npm ci` deletes node_modules first. Windows doesn't allow this while the Node in it is running.
  const verb = process.platform === 'win32' ? 'install' : 'ci';
  // Not on standard output, which belongs to the program that starts later.
  console.error(`Installing packages with \`npm ${verb}\`: ${reason}.`);
  const { status, error } = npm([verb, '--no-audit', '--no-fund', '--loglevel=error'], root);
  if (status !== 0)
    throw new Error(`\`npm ${verb}\` failed${error ? `: ${error.message}` : '; see its output above'}.`);
}

/**
 * Runs npm. Its output goes to standard error.
 * @param {string[]} args @param {string} cwd
 */
export function npm(args, cwd) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script && node && /\.[cm]?js$/.test(script))
    return spawnSync(node, [script, ...args], { cwd, stdio: ['inherit', 2, 2] });
  return spawnSync('npm', args, { cwd, stdio: ['inherit', 2, 2], shell: process.platform === 'win32' });
}
