import type { OwnedToken, Store } from '../../service/ports/store.ts';
import type { SqlDatabase } from '../../service/ports/sql.ts';
import { fields } from './columns.ts';
import { OwnerSql } from './owner-sql.ts';
import { postgresRates } from './rates.ts';
import { ownerFields, type OwnerRow, PostgresReader } from './reader.ts';
import { PostgresWriter } from './writer.ts';

export { storeMigrations } from './migrations/index.ts';

/** A store of any number of owners, in a database that `storeMigrations` have made ready. Only a user of ./users.ts can be written for. */
export function postgresStore(database: SqlDatabase): Store {
  return {
    read: (owner, work) => database.transaction('read', (sql) => work(new PostgresReader(new OwnerSql(sql, owner)))),
    write: (owner, work) =>
      database.transaction('write', async (connection) => {
        const sql = new OwnerSql(connection, owner);
        // Held to the end: the writes of one owner follow each other, and seq is given out in the order of their commits.
        const row = await sql.first<OwnerRow>(`select ${ownerFields} from owners where owner = $1 for update`);
        if (row === undefined) throw new Error(`There is no user named ${owner}`);
        return work(new PostgresWriter(sql, row));
      }),
    async findToken(id) {
      const [row] = await database.query<OwnedToken>(`select t.owner, ${fields.token} from tokens t where id = $1`, [
        id,
      ]);
      return row;
    },
    rates: postgresRates(database),
    close: () => database.close(),
  };
}
