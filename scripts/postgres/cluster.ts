import { spawn, spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { removeFolder, temporaryFolder } from '../browsers/temporary.ts';
import { freePort } from '../free-port.ts';

/** PostgreSQL refuses to run as root, so root starts PostgreSQL as this user. */
const nobody = 65_534;
const startMs = 30_000;

export interface Cluster {
  /** The URL of its database `postgres`, as superuser. */
  url: string;
  /** Stops the server at once, without a checkpoint. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a new cluster in a temporary folder of `parent`. `programs`: the folder of `initdb` and `postgres`. */
export async function startCluster(
  programs: string,
  settings: Record<string, string> = {},
  parent?: string,
): Promise<Cluster> {
  const folder = temporaryFolder('postgres', parent);
  const asUser = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  if ('uid' in asUser) chownSync(folder, nobody, nobody);
  const data = join(folder, 'data');
  const initdb = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    { ...asUser, cwd: folder, encoding: 'utf8' },
  );
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.error?.message ?? initdb.stderr}`);
  const port = await freePort();
  const options = Object.entries({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server = run();

  function run() {
    const child = spawn(join(programs, 'postgres'), ['-D', data, ...options], {
      ...asUser,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-10_000)));
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    return { child, ended, log: () => log };
  }

  async function ready(): Promise<void> {
    for (const deadline = Date.now() + startMs; ; await pause(50)) {
      if (server.log().includes('ready to accept connections')) return;
      if (server.child.exitCode !== null || server.child.signalCode !== null || Date.now() > deadline)
        throw new Error(`PostgreSQL did not start: ${server.log()}`);
    }
  }

  const stopWith = (signal: NodeJS.Signals) => {
    server.child.kill(signal);
    return server.ended;
  };
  const stopAtExit = () => server.child.kill('SIGQUIT');
  process.once('exit', stopAtExit);
  await ready();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    kill: () => stopWith('SIGQUIT'),
    start() {
      server = run();
      return ready();
    },
    async stop() {
      await stopWith('SIGINT');
      process.off('exit', stopAtExit);
      removeFolder(folder);
    },
  };
}
