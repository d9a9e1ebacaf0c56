import { spawn } from 'node:child_process';

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export function runCommand(args: string[], options: CommandOptions = {}): Promise<CommandResult> {
  return runScript('scripts/serve/command-line.ts', args, options);
}

interface CommandOptions {
  env?: NodeJS.ProcessEnv;
  input?: string;
  staysOpen?: true;
}

export async function runScript(
  script: string,
  args: string[],
  { env = {}, input = '', staysOpen }: CommandOptions = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [script, ...args], { env: { ...process.env, ...env } });
  const ended = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.stderr += text));
  child.stdin.on('error', () => {});
  child.stdin.write(input);
  if (!staysOpen) child.stdin.end();
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...ended };
}
