import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PlainFault } from '../../src/server/plain-fault.ts';
import { scopeNames } from '../../src/v1/scopes.ts';
import { startLeashed } from '../../test/support/browsers/leash.ts';
import { removeFolder, temporaryFolder } from '../../test/support/browsers/temporary.ts';

export interface OwnServer {
  /** Ends in /v1. */
  url: string;
  token: string;
  stop(): Promise<void>;
}

/** More requests than anybody makes. */
const rate = '1000000/60';

/** A server of our own over a new folder, which goes with it; it ends with this process at the latest. Throws a PlainFault where it does not start. */
export async function ownServer(): Promise<OwnServer> {
  const folder = temporaryFolder('fuzz-server');
  const server = startLeashed(process.execPath, ['scripts/serve/main.ts', '--port', '0', '--data', folder, '--log-level', 'warn'], process.env, 'inherit');
  const stop = async () => {
    await server.kill();
    removeFolder(folder);
  };
  try {
    const lines = createInterface(server.output);
    const line = await Promise.race([once(lines, 'line'), once(lines, 'close')]).then(([first]) => first as string | undefined);
    const [url] = /http\S+/.exec(line ?? '') ?? [];
    if (url === undefined) throw new PlainFault('The server to be tried did not start.');
    const given = ['token', 'create', '--user', 'me', '--name', 'fuzz', '--scopes', scopeNames.join(), '--rate', rate, '--data', folder];
    const token = execFileSync(process.execPath, ['scripts/serve/command-line.ts', ...given], { encoding: 'utf8' }).trimEnd().split('\n').at(-1) ?? '';
    return { url, token, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}
