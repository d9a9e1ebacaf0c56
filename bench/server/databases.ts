import { obtainPostgres } from '../../scripts/postgres/obtain.ts';
import { compose, type ServerParts } from '../../src/server/compose.ts';
import type { DataLocation } from '../../src/server/config.ts';
import { temporaryFolder } from '../../scripts/browsers/index.ts';
import { startCluster, type Cluster } from '../../scripts/postgres/cluster.ts';
import { startServer, type RunningServer } from '../../scripts/server/start.ts';
import { fillWithNotes } from './fill.ts';

export interface FilledDatabase {
  location: DataLocation;
  size: number;
  token: string;
  /** Whether several processes can open the database at once. */
  isShared: boolean;
  open(): Promise<ServerParts>;
  serve(): Promise<RunningServer>;
}

export type DatabaseName = 'PGlite' | 'PostgreSQL';

export async function fillDatabase(
  name: DatabaseName,
  size: number,
): Promise<FilledDatabase & { end(): Promise<void> }> {
  const cluster: Cluster | undefined =
    name === 'PGlite' ? undefined : await startCluster(obtainPostgres(console.error), { shared_buffers: '1GB' });
  const location: DataLocation = cluster ? { url: cluster.url } : { folder: temporaryFolder('bench-server') };
  const open = () => compose(location);
  const parts = await open();
  const token = await fillWithNotes(parts, size);
  await parts.close();
  const start =
    'url' in location
      ? { env: { DATABASE_URL: location.url } }
      : { folder: location.folder, env: { DATABASE_URL: '' } };
  return {
    location,
    size,
    token,
    isShared: cluster !== undefined,
    open,
    serve: () => startServer({ ...start, args: ['--log-level', 'error'] }),
    end: async () => cluster?.stop(),
  };
}
