import type { SqlValue } from './sql.ts';

/** The values of a statement that is put together: each is given its number. */
export class StatementValues {
  readonly all: SqlValue[] = [];
  readonly #taken: number;

  /** `taken`: how many values stand before these, as the owner may. */
  constructor(taken = 0) {
    this.#taken = taken;
  }

  /** Answers what stands for the value in the statement. */
  add(value: SqlValue): string {
    this.all.push(value);
    return `$${this.#taken + this.all.length}`;
  }
}
