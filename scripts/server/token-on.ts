import { runCommand } from './command.ts';
import type { Start } from './start.ts';

/**
 * Creates a user and a token on a server that isn't running. Returns the token. `rate`: requests per seconds, such as
 * `60/1`.
 */
export async function createTokenOn(
  { folder, env = {} }: Start,
  rate = '1000000/60',
  scopes = 'memories:read,memories:write',
): Promise<string> {
  const dataOption = folder === undefined ? [] : ['--data', folder];
  await runCommand(['user', 'add', 'storms', ...dataOption], { env });
  const { stdout } = await runCommand(
    ['token', 'create', '--user', 'storms', '--name', 'storm', '--scopes', scopes, '--rate', rate, ...dataOption],
    { env },
  );
  return stdout.trimEnd().split('\n').at(-1) ?? '';
}
