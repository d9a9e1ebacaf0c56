import type { SqlValue } from './sql.ts';

/** Collects the values of a generated statement and numbers them. */
export class StatementValues {
  readonly all: SqlValue[] = [];
  readonly #taken: number;

  /** `taken`: how many values come before these, such as the owner. */
  constructor(taken = 0) {
    this.#taken = taken;
  }

  add(value: SqlValue): string {
    this.all.push(value);
    return `$${this.#taken + this.all.length}`;
  }
}
