import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The script of a process between this one and the program. It kills the program when this process ends. */
const holder = fileURLToPath(new URL('tied-process.mjs', import.meta.url));

export interface TiedProcess {
  output: Readable;
  running(): boolean;
  /** Kills the program (SIGKILL). Resolves when it has ended. */
  kill(): Promise<void>;
}

/**
 * Starts a program that ends with this process, even if this process is killed. `stderr`: where the program's standard
 * error goes.
 */
export function startTiedProcess(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
  stderr: 'ignore' | 'inherit' = 'ignore',
): TiedProcess {
  const child = spawn(process.execPath, [holder, program, ...args], { stdio: ['pipe', 'pipe', stderr], env });
  const ended = once(child, 'exit');
  return {
    output: child.stdout,
    running: () => child.exitCode === null && child.signalCode === null,
    kill: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
