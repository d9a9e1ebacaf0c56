import type { Owner } from '../../service/ports/store.ts';
import type { Sql, SqlValue, TransactionSql } from '../../service/ports/sql.ts';

/** Runs statements on one owner's rows: `$1` is the owner, the given values start at `$2`. */
export class OwnerSql {
  readonly #sql: Sql;
  protected readonly owner: Owner;

  constructor(sql: Sql, owner: Owner) {
    this.#sql = sql;
    this.owner = owner;
  }

  all<Row extends object>(statement: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.#sql.query<Row>(statement, [this.owner, ...values]);
  }

  async first<Row extends object>(statement: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return (await this.all<Row>(statement, ...values))[0];
  }
}

/** {@link OwnerSql} within a transaction. */
export class OwnerTransaction extends OwnerSql {
  readonly #sql: TransactionSql;

  constructor(sql: TransactionSql, owner: Owner) {
    super(sql, owner);
    this.#sql = sql;
  }

  /** Runs a statement without waiting for it: see TransactionSql. */
  send(statement: string, ...values: SqlValue[]): void {
    this.#sql.send(statement, [this.owner, ...values]);
  }
}
