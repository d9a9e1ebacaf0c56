import { afterAll, beforeAll, describe, it } from 'vitest';
import { postgresKeyword } from '../../../src/search/postgres/keyword/keyword-index.ts';
import { searchMigrations } from '../../../src/search/postgres/migrations/index.ts';
import { migrate } from '../../../src/server/database/migrate.ts';
import { localOwner } from '../../../src/service/ports/store.ts';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import { postgresStore, storeMigrations } from '../../../src/store/postgres/index.ts';
import { addUser } from '../../../src/store/postgres/users.ts';
import { catalogue } from '../../../conformance/catalogue.ts';
import type { Host } from '../../../conformance/host.ts';
import { runCase } from '../../../conformance/run.ts';
import { databases } from '../../support/postgres/databases.ts';
import { runsAll } from '../../support/rounds.ts';
import { inProcessHost } from '../../unit/conformance/host.ts';

/** PostgreSQL answers in a fifth of PGlite's time, by the same statements. */
describe.each(databases.filter(([name]) => runsAll || name === 'PostgreSQL'))('v1 in process on %s', (name, make) => {
  let database: SqlDatabase;
  let host: Host;

  beforeAll(async () => {
    database = await make();
    await migrate(database, [...storeMigrations, ...searchMigrations]);
    await addUser(database, localOwner, 0);
    host = await inProcessHost(name, postgresStore(database), null, undefined, postgresKeyword(database));
  });

  afterAll(() => database?.close());

  it.each(catalogue.map((one) => [one.name, one] as const))('%s', { timeout: 60_000 }, (_name, one) =>
    runCase(host, one),
  );
});
