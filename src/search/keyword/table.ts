import MiniSearch from 'minisearch';
import { stemOf } from '../../lib/text/term.ts';
import type { IndexFilters } from '../../service/ports/keyword-index.ts';
import { tokensOf } from './bag.ts';
import type { Entry } from './entry.ts';
import type { HeldWord, Scan, Source } from './source.ts';
import { TableScan } from './table-scan.ts';
import { Vocabulary } from './vocabulary.ts';

const miniSearchOptions = {
  fields: ['bag'],
  tokenize: tokensOf,
  processTerm: (term: string) => term,
};

/** A set of memories that may change, searched by word. */
export class Table implements Source {
  readonly #entries = new Map<string, Entry>();
  readonly #vocabulary = new Vocabulary();
  readonly #postings = new MiniSearch<Entry>(miniSearchOptions);
  /** How many memories hold each term. */
  readonly #holders = new Map<string, number>();
  #totalLength = 0;

  get memories(): number {
    return this.#entries.size;
  }

  get totalLength(): number {
    return this.#totalLength;
  }

  entry(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  entries(): Iterable<Entry> {
    return this.#entries.values();
  }

  /** MiniSearch's own form of what it holds: its ids, lengths and the memories of each term. */
  postings(): ReturnType<MiniSearch['toJSON']> {
    return this.#postings.toJSON();
  }

  /** Adds a memory, or replaces what was there under its id. */
  put(entry: Entry): void {
    if (this.#entries.get(entry.id)?.bag !== entry.bag) {
      this.remove(entry.id);
      this.#postings.add(entry);
      this.#vocabulary.add(entry.bag);
      this.#count(entry, 1);
    }
    this.#entries.set(entry.id, entry);
  }

  /** Whether there was something to remove. */
  remove(id: string): boolean {
    const entry = this.#entries.get(id);
    if (entry === undefined) return false;
    this.#postings.remove(entry);
    this.#vocabulary.remove(entry.bag);
    this.#count(entry, -1);
    return this.#entries.delete(id);
  }

  holds(term: string): boolean {
    return this.#holders.has(term);
  }

  *beginningWith(plain: string): Generator<HeldWord> {
    for (const word of this.#vocabulary.spaced.atPrefix(plain).keys()) yield heldWord(word);
  }

  *speltNear(plain: string, farthest: number): Generator<HeldWord & { distance: number }> {
    for (const [word, [, distance]] of this.#vocabulary.spaced.fuzzyGet(plain, farthest)) yield { ...heldWord(word), distance };
  }

  unspacedWords(): Iterable<string> {
    return this.#vocabulary.unspaced.keys();
  }

  scan(filters: IndexFilters, averageLength: number): Scan {
    return new TableScan(this, this.#postings, filters, averageLength);
  }

  #count({ bag }: Entry, change: 1 | -1): void {
    const terms = new Set(tokensOf(bag));
    this.#totalLength += change * terms.size;
    for (const term of terms) {
      const holders = (this.#holders.get(term) ?? 0) + change;
      if (holders > 0) this.#holders.set(term, holders);
      else this.#holders.delete(term);
    }
  }
}

function heldWord(word: string): HeldWord {
  return { term: stemOf(word), length: word.length };
}
