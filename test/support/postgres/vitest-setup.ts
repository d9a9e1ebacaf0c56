import { migrations } from '../../../src/server/compose.ts';
import { migrate } from '../../../src/server/database/migrate.ts';
import { postgres } from '../../../src/server/database/postgres.ts';
import { removeFolder, temporaryFolder } from '../../../scripts/browsers/temporary.ts';
import { startCluster } from '../../../scripts/postgres/cluster.ts';
import { obtainPostgres } from '../../../scripts/postgres/obtain.ts';
import {
  databasesParent,
  makeTemplates,
  parentVariable,
  templateVariable,
} from '../../../scripts/postgres/pglite-folder.ts';
import { clusterVariable, createDatabase, migratedTemplate } from './database.ts';

/** Starts a PostgreSQL, in which tests create their own databases. Also creates PGlite folders that tests copy. */
export async function setup(): Promise<() => Promise<void>> {
  const parent = databasesParent();
  // All workers share this folder, because a worker that is killed can't delete its own.
  const folder = temporaryFolder('databases', parent);
  const [cluster, templates] = await Promise.all([startMigratedCluster(parent), makeTemplates(folder)]);
  process.env[clusterVariable] = cluster.url;
  process.env[templateVariable] = templates;
  process.env[parentVariable] = folder;
  return async () => {
    removeFolder(folder);
    await cluster.stop();
  };
}

async function startMigratedCluster(parent: string) {
  // Without fsync, killing the server loses nothing; only a power cut could lose data.
  const cluster = await startCluster(obtainPostgres(console.error), { fsync: 'off', max_wal_size: '256MB' }, parent);
  const database = await postgres(await createDatabase(cluster.url, migratedTemplate));
  await migrate(database, migrations);
  await database.close();
  return cluster;
}
