import type { Entry } from './entry.ts';
import { Table } from './table.ts';
import { Views } from './views.ts';

/** The memories that changed last, for all askers. */
export class Shelf {
  readonly whole = new Table();
  readonly #views = new Views(this.whole);

  put(entry: Entry): void {
    this.whole.put(entry);
    this.#views.put(entry);
  }

  /** Whether there was something to remove. */
  remove(id: string): boolean {
    this.#views.remove(id);
    return this.whole.remove(id);
  }

  /** What an asker may see. */
  async seen(within: string[] | undefined): Promise<Table> {
    return within === undefined ? this.whole : this.#views.of(within);
  }
}
