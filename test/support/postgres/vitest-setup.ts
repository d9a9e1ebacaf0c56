import { obtainPostgres } from '../../../scripts/postgres/obtain.ts';
import { startCluster } from '../../../scripts/postgres/cluster.ts';
import { clusterVariable } from './database.ts';
import { makeTemplate, templateVariable } from '../../../scripts/postgres/pglite-folder.ts';

/** Tests of the server find a PostgreSQL running, in which each makes a database of its own, and an empty database of PGlite to copy. */
export async function setup(): Promise<() => Promise<void>> {
  // Killing the server loses nothing that the system has: only a power cut would, and none is tried here.
  const [cluster, template] = await Promise.all([
    startCluster(obtainPostgres(console.error), { fsync: 'off' }),
    makeTemplate(),
  ]);
  process.env[clusterVariable] = cluster.url;
  process.env[templateVariable] = template.folder;
  return async () => {
    template.remove();
    await cluster.stop();
  };
}
