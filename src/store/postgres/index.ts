import type { OwnedToken, Store } from '../../service/ports/store.ts';
import { turnsByKey } from '../../lib/turns.ts';
import type { SqlDatabase } from '../../service/ports/sql.ts';
import { fields } from './columns.ts';
import { OwnerSql, OwnerTransaction } from './owner-sql.ts';
import { postgresRates } from './rates.ts';
import { ownerFields, type OwnerRow, PostgresReader } from './reader.ts';
import { PostgresWriter } from './writer.ts';

export { storeMigrations } from './migrations/index.ts';

/**
 * A store for any number of owners, in a database with `storeMigrations`. Add an owner with ./users.ts before its first
 * write.
 */
export function postgresStore(database: SqlDatabase): Store {
  // An owner's writes wait here, not in the database, where each waiting write would hold a connection.
  const inTurn = turnsByKey();
  return {
    read: (owner, work) => database.transaction('read', (sql) => work(new PostgresReader(new OwnerSql(sql, owner)))),
    write: (owner, work) =>
      inTurn(owner, () =>
        database.transaction('write', async (connection) => {
          const sql = new OwnerTransaction(connection, owner);
          const locked = lockOwner(sql, owner);
          // Prevents an unhandled rejection. `await locked` below reports the failure, unless `work` fails first.
          locked.catch(() => {});
          // `work` doesn't wait for the lock: its statements are sent after the lock's, and the database runs them in
          // that order.
          const result = await work(new PostgresWriter(sql, locked));
          await locked;
          return result;
        }),
      ),
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

/**
 * Locks the owner's row until the transaction ends: an owner's writes run one after the other, so they commit in order
 * of seq, even if several processes write.
 */
async function lockOwner(sql: OwnerSql, owner: string): Promise<OwnerRow> {
  const row = await sql.first<OwnerRow>(`select ${ownerFields} from owners where owner = $1 for update`);
  if (row === undefined) throw new Error(`There is no user named ${owner}`);
  return row;
}
