import { afterAll, beforeAll, describe, it } from 'vitest';
import { postgresKeyword } from '../../../src/search/postgres/keyword/keyword-index.ts';
import { localOwner } from '../../../src/service/ports/store.ts';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import { postgresStore } from '../../../src/store/postgres/index.ts';
import { addUser } from '../../../src/store/postgres/users.ts';
import { catalogue } from '../../../conformance/catalogue.ts';
import type { Host } from '../../../conformance/host.ts';
import { runCase } from '../../../conformance/run.ts';
import { migratedDatabases } from '../../support/postgres/databases.ts';
import { runsAll } from '../../support/rounds.ts';
import { inProcessHost } from '../../unit/conformance/host.ts';

/** `npm test` uses only PostgreSQL, which runs the same statements five times as fast as PGlite. */
describe.each(migratedDatabases.filter(([name]) => runsAll || name === 'PostgreSQL'))(
  'v1 in process on %s',
  (name, make) => {
    let database: SqlDatabase;
    let host: Host;

    beforeAll(async () => {
      database = await make();
      await addUser(database, localOwner, 0);
      host = await inProcessHost(name, postgresStore(database), null, undefined, postgresKeyword(database));
    });

    afterAll(() => database?.close());

    it.each(catalogue.map((one) => [one.name, one] as const))('%s', (_name, one) => runCase(host, one));
  },
);
