import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Runs the program of an installed package in this Node. Resolves with the exit code, or 1 if the program was killed or
 * didn't start.
 * @param onLine called with each line of output; by default, output goes to this process's output
 * @param options `isIdle`: whether to run at low priority
 */
export function runTool(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  onLine?: (line: string) => void,
  { isIdle = false } = {},
): Promise<number> {
  const folder = join('node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const program = typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0]);
  const child = spawn(process.execPath, [join(folder, program ?? ''), ...args], {
    stdio: onLine === undefined ? 'inherit' : ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  if (isIdle && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  if (onLine !== undefined) forwardLines(child, onLine);
  return new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function forwardLines({ stdout, stderr }: ChildProcess, onLine: (line: string) => void): void {
  for (const input of [stdout!, stderr!]) createInterface({ input }).on('line', onLine);
}
