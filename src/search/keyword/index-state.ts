import type { Change } from '../../service/ports/rows.ts';
import { removeSince } from './frozen/merge.ts';
import type { Segment } from './frozen/segment.ts';
import { IndexSource } from './index-source.ts';
import { MemTable } from './mem-table.ts';
import type { RecentWords } from './term-expansion.ts';

/**
 * The searchable memories of a store after change number `seq`. Most are frozen in segments. The latest are in a table,
 * or in two while one is being frozen. Each memory is in exactly one segment or table.
 */
export class IndexState {
  readonly store: string;
  #seq: number;
  #frozenSeq: number;
  /** Replaced as a whole, never mutated. */
  #segments: readonly Segment[];
  /** The table being frozen: memories can be removed from it, but not added. */
  #freezing: MemTable | undefined;
  #freezingSeq = 0;
  #live = new MemTable();
  #recentWords: RecentWords = new Map();

  constructor(store: string, seq = 0, segments: Segment[] = []) {
    this.store = store;
    this.#seq = seq;
    this.#frozenSeq = seq;
    this.#segments = segments;
  }

  get seq(): number {
    return this.#seq;
  }

  /** The segments contain all changes up to here. */
  get frozenSeq(): number {
    return this.#frozenSeq;
  }

  get segments(): readonly Segment[] {
    return this.#segments;
  }

  get live(): MemTable {
    return this.#live;
  }

  /** Applies a change; call it in order of `seq`. */
  apply({ kind, row }: Change): void {
    // Not cleared: a search that began before this change may still fill the old map.
    this.#recentWords = new Map();
    this.#removeFrozen(row.id);
    if (kind === 'memory' && row.deletedAt === null) this.#live.put(row);
    else this.#live.remove(row.id);
    this.#seq = row.seq;
  }

  sources(within: string[] | undefined): IndexSource[] {
    return [...this.#segments, this.#freezing, this.#live]
      .filter((index) => index !== undefined && index.docValues.size > 0)
      .map((index) => new IndexSource(index!, within));
  }

  /** The cache of query words for all sources; undefined if a search is limited to some collections. */
  recentWords(within: string[] | undefined): RecentWords | undefined {
    return within === undefined ? this.#recentWords : undefined;
  }

  beginFreezing(): MemTable {
    if (this.#freezing === undefined) {
      this.#freezing = this.#live;
      this.#live = new MemTable();
      this.#freezingSeq = this.#seq;
    }
    return this.#freezing;
  }

  /** Replaces the table being frozen by its segment; `segment` is undefined if the table was empty. */
  finishFreezing(segment?: Segment): void {
    if (segment !== undefined) {
      for (let number = 0; number < segment.docValues.length; number++)
        if (this.#freezing?.docValues.numberOf(segment.docValues.id(number)) === undefined)
          segment.removeNumber(number);
      this.#segments = [...this.#segments, segment];
    }
    this.#freezing = undefined;
    this.#frozenSeq = this.#freezingSeq;
  }

  /** `merged` is undefined if no memory is left. `numbers` is as returned by `merge`. */
  replace(old: readonly Segment[], merged: Segment | undefined, numbers: Uint32Array[]): void {
    if (merged !== undefined) removeSince(merged, old, numbers);
    const first = this.#segments.indexOf(old[0]!);
    this.#segments = this.#segments.flatMap((segment, position) =>
      position === first ? (merged ?? []) : old.includes(segment) ? [] : segment,
    );
  }

  #removeFrozen(id: string): void {
    if (this.#freezing?.remove(id)) return;
    for (const segment of this.#segments) if (segment.remove(id)) return;
  }
}
