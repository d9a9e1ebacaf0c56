import { obtainPostgres } from '../../../scripts/postgres/obtain.ts';
import { startCluster } from './cluster.ts';
import { clusterVariable } from './database.ts';

/** Tests of the server find a PostgreSQL running; each makes a database of its own in it. */
export async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster(obtainPostgres(console.error));
  process.env[clusterVariable] = cluster.url;
  return () => cluster.stop();
}
