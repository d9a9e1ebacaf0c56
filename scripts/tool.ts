import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs a program of an installed package under this Node, its output straight through; answers its exit code, 1 where a signal ended it.
 * npm's own links are shell scripts on Windows, so the package is asked for its program.
 */
export function runTool(name: string, given: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const folder = join('node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: string | Record<string, string> };
  const program = typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0]);
  const child = spawn(process.execPath, [join(folder, program ?? ''), ...given], { stdio: 'inherit', env: { ...process.env, ...env } });
  return new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
