import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { scopeNames } from '../../src/v1/scopes.ts';
import { removeFolder, temporaryFolder } from '../../test/support/browsers/temporary.ts';

export interface OwnServer {
  /** Ends in /v1. */
  url: string;
  token: string;
  stop(): Promise<void>;
}

/** More requests than anybody makes. */
const rate = '1000000/60';

/** A server of our own over a new folder, which goes with it. */
export async function ownServer(): Promise<OwnServer> {
  const folder = temporaryFolder('fuzz-server');
  const server = spawn(process.execPath, ['scripts/serve/main.ts', '--port', '0', '--data', folder, '--log-level', 'warn'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
  const url = /http\S+/.exec(line)?.[0] ?? '';
  const given = ['token', 'create', '--user', 'me', '--name', 'fuzz', '--scopes', scopeNames.join(), '--rate', rate, '--data', folder];
  const token = execFileSync(process.execPath, ['scripts/serve/command-line.ts', ...given], { encoding: 'utf8' }).trimEnd().split('\n').at(-1) ?? '';
  return {
    url,
    token,
    async stop() {
      server.kill('SIGTERM');
      await once(server, 'exit');
      removeFolder(folder);
    },
  };
}
