import TinyQueue from 'tinyqueue';
import type { DocValues } from '../doc-values/doc-values.ts';
import type { Volume } from './volume.ts';

/** The memories that a volume has no vectors of, newest first. */
export class Waiting {
  readonly volume: Volume;
  readonly #docValues: DocValues;
  /** Numbers, among them some that wait no longer, and some twice. */
  readonly #queue: TinyQueue<number>;

  constructor(docValues: DocValues, volume: Volume) {
    this.volume = volume;
    this.#docValues = docValues;
    const all = Array.from({ length: docValues.length }, (_, number) => number);
    this.#queue = new TinyQueue(
      all.filter((number) => this.#waits(number)),
      (one, other) => docValues.compare(one, other),
    );
  }

  /** A memory may have to be read. */
  add(number: number): void {
    this.#queue.push(number);
  }

  /** The newest, at most `most`; they go on waiting until the volume has their vectors. */
  newest(most: number): number[] {
    const found = new Set<number>();
    while (found.size < most && this.#queue.length > 0) {
      const number = this.#queue.pop()!;
      if (this.#waits(number)) found.add(number);
    }
    for (const number of found) this.#queue.push(number);
    return [...found];
  }

  #waits(number: number): boolean {
    return this.#docValues.isLive(number) && !this.volume.has(number);
  }
}
