import { runCommand } from './command.ts';
import type { Start } from './start.ts';

/** A token of a new user on a server that isn't running, by default without a practical rate limit. `rate`: requests/seconds. */
export async function tokenOn(
  { folder, env = {} }: Start,
  rate = '1000000/60',
  scopes = 'memories:read,memories:write',
): Promise<string> {
  const place = folder === undefined ? [] : ['--data', folder];
  await runCommand(['user', 'add', 'storms', ...place], { env });
  const { stdout } = await runCommand(
    ['token', 'create', '--user', 'storms', '--name', 'storm', '--scopes', scopes, '--rate', rate, ...place],
    { env },
  );
  return stdout.trimEnd().split('\n').at(-1) ?? '';
}
