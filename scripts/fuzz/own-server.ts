import { scopeNames } from '../../src/v1/scopes.ts';
import { runCommand } from '../server/command.ts';
import { startServer } from '../server/start.ts';

export interface OwnServer {
  /** Ends in /v1. */
  url: string;
  token: string;
  stop(): Promise<void>;
}

/** In 60 s, a million requests: more than the fuzzer sends. */
const rate = '1000000/60';

/**
 * Starts a server on a temporary folder. The server ends at the latest with this process. `stop` also prints the
 * server's warnings.
 */
export async function startOwnServer(): Promise<OwnServer> {
  const server = await startServer({ args: ['--log-level', 'warn'], env: { DATABASE_URL: undefined } });
  const { stdout } = await runCommand(
    [
      'token',
      'create',
      '--user',
      'me',
      '--name',
      'fuzz',
      '--scopes',
      scopeNames.join(),
      '--rate',
      rate,
      '--data',
      server.folder!,
    ],
    { env: { DATABASE_URL: undefined } },
  );
  return {
    url: server.url,
    token: stdout.trimEnd().split('\n').at(-1) ?? '',
    async stop() {
      await server.stop();
      process.stderr.write(server.output.stderr);
    },
  };
}
