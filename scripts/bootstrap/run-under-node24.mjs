// @ts-check
// Runs on plain Node 20 with nothing installed.
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from './install.mjs';
import { findNode } from './node.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const oldestMajor = 20;

/**
 * Installs missing packages, then runs `script` (TypeScript) under Node 24 in the repository's folder, and exits with
 * its exit code.
 * @param {string} script from the repository's folder
 */
export async function runUnderNode24(script) {
  if (Number(process.versions.node.split('.')[0]) < oldestMajor)
    fail(`Commonplace needs Node ${oldestMajor} or newer; this is ${process.version}.`);
  try {
    installPackages(root);
    process.exitCode = await run(findNode(root), [join(root, script), ...process.argv.slice(2)]);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} node @param {string[]} args @returns {Promise<number>} */
function run(node, args) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: path } });
  // Ctrl-C at a terminal reaches both processes. This one waits until the child has ended cleanly.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}
