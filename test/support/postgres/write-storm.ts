import { pglite } from '../../../src/server/database/pglite.ts';

/** A process that writes numbers into the database in the folder named by its first argument, one transaction each, and says each that was acknowledged, until it is killed. */
const database = await pglite(process.argv[2]!);
await database.query('create table if not exists kept (number bigint)');
for (let number = 1; ; number++) {
  await database.transaction('write', (sql) => sql.query('insert into kept values ($1)', [number]));
  console.log(number);
}
