import type { ListPosition, MemoryQuery } from '../../service/ports/store.ts';
import { newestFirst } from '../listing.ts';
import { upperBound, type Facet } from './facets.ts';
import type { StrictTables } from './tables.ts';

type Memories = StrictTables['memories'];

/** The part of a facet that a listing needs. */
export type Span = Pick<MemoryQuery, 'createdAfter' | 'createdBefore' | 'after'>;

/** The most positions that a stream reads at once after its first batch. */
const maxAhead = 256;

/**
 * The positions in one facet (a group of memories, ./facets.ts), newest first, read from the index in batches.
 */
class PositionStream {
  readonly #memories: Memories;
  readonly #facet: Facet;
  readonly #span: Span;
  #batch: number;
  #ahead: ListPosition[] = [];
  #last: ListPosition | undefined;
  #ended = false;

  constructor(memories: Memories, facet: Facet, span: Span, batch: number) {
    this.#memories = memories;
    this.#facet = facet;
    this.#span = span;
    this.#batch = batch;
    this.#last = span.after;
  }

  /** The next position; undefined at the end, or if `fill` must be called first. */
  get next(): ListPosition | undefined {
    return this.#ahead[0];
  }

  take(): void {
    this.#ahead.shift();
  }

  async fill(): Promise<void> {
    if (this.#ahead.length > 0 || this.#ended) return;
    const { createdAfter, createdBefore } = this.#span;
    const lower = createdAfter === undefined ? this.#facet : upperBound([...this.#facet, createdAfter]);
    const keys = await this.#memories
      .where('entries')
      .between(lower, this.#upper(createdBefore), false, false)
      .reverse()
      .limit(this.#batch)
      .keys();
    // The key ends with (createdAt, id): see entryOf.
    this.#ahead = (keys as unknown as string[][]).map((key) => ({ createdAt: key.at(-2)!, id: key.at(-1)! }));
    this.#last = this.#ahead.at(-1) ?? this.#last;
    this.#ended = keys.length < this.#batch;
    this.#batch = Math.min(this.#batch * 2, maxAhead);
  }

  #upper(createdBefore: string | undefined): unknown[] {
    const last = this.#last;
    if (last !== undefined && (createdBefore === undefined || last.createdAt < createdBefore))
      return [...this.#facet, last.createdAt, last.id];
    return createdBefore === undefined ? upperBound(this.#facet) : [...this.#facet, createdBefore];
  }
}

/**
 * Yields the positions in all of `facets` together, newest first, in batches of at most `size`. No memory may be in two
 * of them.
 */
export async function* positionsOf(
  memories: Memories,
  facets: Facet[],
  span: Span,
  size: number,
): AsyncGenerator<ListPosition[]> {
  const streams = facets.map((facet) => new PositionStream(memories, facet, span, Math.ceil(size / facets.length)));
  for (;;) {
    const batch: ListPosition[] = [];
    while (batch.length < size) {
      await Promise.all(streams.map((stream) => stream.fill()));
      const newest = newestOf(streams);
      if (newest?.next === undefined) break;
      batch.push(newest.next);
      newest.take();
    }
    if (batch.length > 0) yield batch;
    if (batch.length < size) return;
  }
}

function newestOf(streams: PositionStream[]): PositionStream | undefined {
  let newest: PositionStream | undefined;
  for (const stream of streams) {
    if (stream.next !== undefined && (newest?.next === undefined || newestFirst(stream.next, newest.next) < 0))
      newest = stream;
  }
  return newest;
}
