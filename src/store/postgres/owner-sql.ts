import type { Owner } from '../../service/ports/store.ts';
import type { Sql, SqlValue } from '../../service/ports/sql.ts';

/** Runs statements on one owner's rows: `$1` is the owner, the given values start at `$2`. */
export class OwnerSql {
  readonly #sql: Sql;
  readonly #owner: Owner;

  constructor(sql: Sql, owner: Owner) {
    this.#sql = sql;
    this.#owner = owner;
  }

  all<Row extends object>(statement: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.#sql.query<Row>(statement, [this.#owner, ...values]);
  }

  async first<Row extends object>(statement: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return (await this.all<Row>(statement, ...values))[0];
  }
}
