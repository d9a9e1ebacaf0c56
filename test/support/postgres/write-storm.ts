import { pglite } from '../../../src/server/database/pglite.ts';

/**
 * A process that writes numbers to the PGlite folder in its first argument, one per transaction, until it is killed. It
 * prints each number once its transaction is committed.
 */
const database = await pglite(process.argv[2]!);
await database.query('create table if not exists kept (number bigint)');
for (let number = 1; ; number++) {
  await database.transaction('write', (sql) => sql.query('insert into kept values ($1)', [number]));
  console.log(number);
}
