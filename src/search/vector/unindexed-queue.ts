import TinyQueue from 'tinyqueue';
import type { DocValues } from '../doc-values/doc-values.ts';
import type { Volume } from './volume.ts';

/**
 * The memories without vectors in a volume, newest first. If the model gives token vectors, also the memories without
 * token vectors.
 */
export class UnindexedQueue {
  readonly volume: Volume;
  readonly #docValues: DocValues;
  readonly #needsTokens: boolean;
  /** Memories for which the model gave no token vectors. */
  readonly #withoutTokens = new Set<number>();
  /** Memory numbers. Some memories may already be indexed, and a number may occur twice. */
  readonly #queue: TinyQueue<number>;

  constructor(docValues: DocValues, volume: Volume, needsTokens: boolean) {
    this.volume = volume;
    this.#needsTokens = needsTokens;
    this.#docValues = docValues;
    const all = Array.from({ length: docValues.length }, (_, number) => number);
    this.#queue = new TinyQueue(
      all.filter((number) => this.#isUnindexed(number)),
      (one, other) => docValues.compare(one, other),
    );
  }

  giveUpTokens(number: number): void {
    this.#withoutTokens.add(number);
  }

  add(number: number): void {
    this.#queue.push(number);
  }

  /** At most `most` of the newest memories. They stay in the queue until the volume has their vectors. */
  newest(most: number): number[] {
    const found = new Set<number>();
    while (found.size < most && this.#queue.length > 0) {
      const number = this.#queue.pop()!;
      if (this.#isUnindexed(number)) found.add(number);
    }
    for (const number of found) this.#queue.push(number);
    return [...found];
  }

  #isUnindexed(number: number): boolean {
    if (!this.#docValues.isLive(number)) return false;
    return (
      !this.volume.has(number) ||
      (this.#needsTokens && !this.#withoutTokens.has(number) && !this.volume.hasTokens(number))
    );
  }
}
