import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { startTiedProcess } from './tied-process.ts';

const run = promisify(execFile);

/** A virtual screen with a window manager, for tests that need real input, such as in native menus. */
export interface Display {
  readonly name: string;
  /** Runs xdotool with arguments such as `mousemove 10 20 click 3` or `key Return`; returns its output. */
  xdotool(command: string): Promise<string>;
  close(): Promise<void>;
}

const programs = ['Xvfb', 'openbox', 'xdotool'];

export const missingForDisplay = (): string[] =>
  programs.filter(
    (program) => !(process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program))),
  );

/** Needs Xvfb, openbox and xdotool. */
export async function openDisplay(width = 1200, height = 800): Promise<Display> {
  const server = startTiedProcess('Xvfb', [
    '-displayfd',
    '1',
    '-screen',
    '0',
    `${width}x${height}x24`,
    '-nolisten',
    'tcp',
  ]);
  const number = await Promise.race([
    once(server.output, 'data').then(([text]) => String(text).trim()),
    once(server.output, 'close').then(() => ''),
  ]);
  if (number === '') throw new Error('Xvfb did not start. Is it installed?');
  const name = `:${number}`;
  const env = { ...process.env, DISPLAY: name };
  const manager = startTiedProcess('openbox', [], env);
  return {
    name,
    xdotool: async (command) => (await run('xdotool', command.split(' '), { env })).stdout.trim(),
    close: async () => {
      await manager.kill();
      await server.kill();
    },
  };
}
