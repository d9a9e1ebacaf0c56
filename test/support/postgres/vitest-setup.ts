import { obtainPostgres } from '../../../scripts/postgres/obtain.ts';
import { startCluster } from './cluster.ts';
import { clusterVariable } from './database.ts';

/** Tests of the server find a PostgreSQL running; each makes a database of its own in it. */
export async function setup(): Promise<() => Promise<void>> {
  // Killing the server loses nothing that the system has: only a power cut would, and none is tried here.
  const cluster = await startCluster(obtainPostgres(console.error), { fsync: 'off' });
  process.env[clusterVariable] = cluster.url;
  return () => cluster.stop();
}
