import type { Owner } from '../../service/ports/store.ts';
import type { Sql, SqlValue } from '../../service/ports/sql.ts';

/** Statements about one owner's rows: `$1` is always the owner, the values given are `$2` and on. */
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
