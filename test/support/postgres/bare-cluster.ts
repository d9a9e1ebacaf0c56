import { chmodSync, copyFileSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Client } from 'pg';
import { removeFolder, temporaryFolder } from '../../../scripts/browsers/temporary.ts';
import { startCluster, type Cluster } from '../../../scripts/postgres/cluster.ts';
import { clusterUrl } from './database.ts';

/**
 * Starts a PostgreSQL without pgvector, from a partial copy of the installation that the shared PostgreSQL runs from.
 */
export async function startBareCluster(): Promise<Cluster> {
  const { BINDIR: programs = '', PKGLIBDIR: libraries = '', SHAREDIR: shared = '' } = await installation();
  const folder = temporaryFolder('postgres-bare');
  // If this process runs as root, PostgreSQL runs as another user, who must be able to read the folder.
  chmodSync(folder, 0o755);
  const inCopy = (path: string) => join(folder, relative(commonFolder([programs, libraries, shared]), path));
  link(libraries, inCopy(libraries));
  link(shared, inCopy(shared), ['extension']);
  link(join(shared, 'extension'), inCopy(join(shared, 'extension')));
  link(programs, inCopy(programs), ['postgres']);
  // PostgreSQL looks for its files relative to its program, so the program is a copy and not a link.
  copyFileSync(join(programs, 'postgres'), join(inCopy(programs), 'postgres'));
  const cluster = await startCluster(inCopy(programs), { fsync: 'off' });
  return { ...cluster, stop: () => cluster.stop().then(() => removeFolder(folder)) };
}

/** The folders of the shared installation, by their names in pg_config. */
async function installation(): Promise<Record<string, string>> {
  const client = new Client({ connectionString: clusterUrl() });
  await client.connect();
  const { rows } = await client.query<{ name: string; setting: string }>('select name, setting from pg_config');
  await client.end();
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}

function commonFolder([first = '', ...others]: string[]): string {
  let folder = first;
  while (others.some((path) => !path.startsWith(`${folder}/`)) && folder !== '/') folder = dirname(folder);
  return folder;
}

/** Fills the folder `to` with links to everything in `from`, except `excluded` and the files of pgvector. */
function link(from: string, to: string, excluded: string[] = []): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from))
    if (!excluded.includes(name) && !/^vector\b/.test(name)) symlinkSync(join(from, name), join(to, name));
}
