import type { Change } from '../../service/ports/rows.ts';
import { removeSince } from './frozen/merge.ts';
import type { Segment } from './frozen/segment.ts';
import { IndexSource } from './index-source.ts';
import { MemTable } from './mem-table.ts';
import type { Source } from './source.ts';

/** What the live memories of a store were at `seq`, searchable by word: most of them frozen, those that changed last not. Each memory stands in one place. */
export class IndexState {
  readonly store: string;
  #seq: number;
  #frozenSeq: number;
  /** Replaced as a whole, never changed. */
  #segments: readonly Segment[];
  /** What is being frozen: it takes no more memories, but they may be removed. */
  #settling: MemTable | undefined;
  /** What `seq` was when that was taken aside. */
  #settlingSeq = 0;
  #live = new MemTable();

  constructor(store: string, seq = 0, segments: Segment[] = []) {
    this.store = store;
    this.#seq = seq;
    this.#frozenSeq = seq;
    this.#segments = segments;
  }

  get seq(): number {
    return this.#seq;
  }

  /** All that changed up to here is in the segments. */
  get frozenSeq(): number {
    return this.#frozenSeq;
  }

  get segments(): readonly Segment[] {
    return this.#segments;
  }

  /** The memories that newly changed ones come to. */
  get live(): MemTable {
    return this.#live;
  }

  /** To be called in the order of seq. A memory in the trash is not searchable. */
  apply({ kind, row }: Change): void {
    this.#removeFrozen(row.id);
    if (kind === 'memory' && row.deletedAt === null) this.#live.put(row);
    else this.#live.remove(row.id);
    this.#seq = row.seq;
  }

  /** All that an asker may see; undefined: all there is. */
  sources(within: string[] | undefined): Source[] {
    const indexes = [...this.#segments, this.#settling, this.#live];
    return indexes.flatMap((index) =>
      index === undefined || index.docValues.size === 0 ? [] : new IndexSource(index, within),
    );
  }

  /** Takes what is live aside, to be frozen; a table that was taken before and did not get frozen comes first. */
  setAside(): MemTable {
    if (this.#settling === undefined) {
      this.#settling = this.#live;
      this.#live = new MemTable();
      this.#settlingSeq = this.#seq;
    }
    return this.#settling;
  }

  /** Puts the segment that was made of it in the place of what was taken aside; none where that was empty. */
  settle(segment?: Segment): void {
    if (segment !== undefined) {
      for (let number = 0; number < segment.docValues.length; number++)
        if (this.#settling?.docValues.number(segment.docValues.id(number)) === undefined) segment.removeNumber(number);
      this.#segments = [...this.#segments, segment];
    }
    this.#settling = undefined;
    this.#frozenSeq = this.#settlingSeq;
  }

  /** Puts a segment in the place of those that it was made of; `numbers` as `merge` gives them. Without one, these are all removed. */
  replace(old: readonly Segment[], merged: Segment | undefined, numbers: Uint32Array[]): void {
    if (merged !== undefined) removeSince(merged, old, numbers);
    const first = this.#segments.indexOf(old[0]!);
    this.#segments = this.#segments.flatMap((segment, place) =>
      place === first ? (merged ?? []) : old.includes(segment) ? [] : segment,
    );
  }

  #removeFrozen(id: string): void {
    if (this.#settling?.remove(id)) return;
    for (const segment of this.#segments) if (segment.remove(id)) return;
  }
}
