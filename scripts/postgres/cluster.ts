import { spawn, spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { removeFolder, temporaryFolder } from '../browsers/temporary.ts';
import { freePort } from '../free-port.ts';

/** PostgreSQL refuses to run as root, so it runs as this user. */
const nobody = 65_534;
const startMs = 30_000;

/** A new PostgreSQL on 127.0.0.1. */
export interface Cluster {
  /** The URL of its database `postgres`, as superuser. */
  url: string;
  /** Stops the server at once, without a checkpoint. `start` restarts it on the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates a cluster in a temporary folder of `parent` and starts it. `programs`: the folder of `initdb` and `postgres`. */
export async function startCluster(
  programs: string,
  settings: Record<string, string> = {},
  parent?: string,
): Promise<Cluster> {
  const folder = temporaryFolder('postgres', parent);
  const asUser = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  if ('uid' in asUser) chownSync(folder, nobody, nobody);
  const data = join(folder, 'data');
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    { ...asUser, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  const port = await freePort();
  const given = Object.entries({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server = run();

  function run() {
    const child = spawn(join(programs, 'postgres'), ['-D', data, ...given], {
      ...asUser,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-10_000)));
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    return { child, ended, said: () => said };
  }

  async function ready(): Promise<void> {
    for (const end = Date.now() + startMs; ; await pause(50)) {
      if (server.said().includes('ready to accept connections')) return;
      if (server.child.exitCode !== null || Date.now() > end)
        throw new Error(`PostgreSQL did not start: ${server.said()}`);
    }
  }

  const end = (signal: NodeJS.Signals) => {
    server.child.kill(signal);
    return server.ended;
  };
  const stopAtExit = () => server.child.kill('SIGQUIT');
  process.once('exit', stopAtExit);
  await ready();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    kill: () => end('SIGQUIT'),
    start() {
      server = run();
      return ready();
    },
    async stop() {
      await end('SIGINT');
      process.off('exit', stopAtExit);
      removeFolder(folder);
    },
  };
}
