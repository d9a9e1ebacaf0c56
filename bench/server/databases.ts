import { obtainPostgres } from '../../scripts/postgres/obtain.ts';
import { compose, type ServerParts } from '../../src/server/compose.ts';
import type { DataLocation } from '../../src/server/config.ts';
import { temporaryFolder } from '../../scripts/browsers/index.ts';
import { startCluster, type Cluster } from '../../scripts/postgres/cluster.ts';
import { startServer, type RunningServer } from '../../scripts/server/start.ts';
import { lay } from './lay.ts';

/** A place with notes in it. */
export interface Laid {
  place: DataLocation;
  /** How many notes there are. */
  size: number;
  token: string;
  /** Whether it may be open in several processes at once. */
  isShared: boolean;
  open(): Promise<ServerParts>;
  serve(): Promise<RunningServer>;
}

export type DatabaseName = 'PGlite' | 'PostgreSQL';

/** Lays so many notes into a new database of this kind. */
export async function laid(name: DatabaseName, size: number): Promise<Laid & { end(): Promise<void> }> {
  const cluster: Cluster | undefined =
    name === 'PGlite' ? undefined : await startCluster(obtainPostgres(console.error), { shared_buffers: '1GB' });
  const place: DataLocation = cluster ? { url: cluster.url } : { folder: temporaryFolder('bench-server') };
  const open = () => compose(place);
  const house = await open();
  const token = await lay(house, size);
  await house.close();
  const start =
    'url' in place ? { env: { DATABASE_URL: place.url } } : { folder: place.folder, env: { DATABASE_URL: '' } };
  return {
    place,
    size,
    token,
    isShared: cluster !== undefined,
    open,
    serve: () => startServer({ ...start, args: ['--log-level', 'error'] }),
    end: async () => cluster?.stop(),
  };
}
