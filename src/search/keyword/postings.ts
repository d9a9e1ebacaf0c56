import { withRoom } from '../doc-values/with-room.ts';

/** Memories by number, and what a word counts in each, in halves. It grows, and is emptied to be used again. */
export class Postings {
  numbers = new Uint32Array(64);
  counts = new Uint32Array(64);
  length = 0;

  add(number: number, count: number): void {
    this.reserve(1);
    this.numbers[this.length] = number;
    this.counts[this.length++] = count;
  }

  /** Grows the columns by this number of entries. */
  reserve(more: number): void {
    this.numbers = withRoom(this.numbers, this.length + more);
    this.counts = withRoom(this.counts, this.length + more);
  }

  clear(): void {
    this.length = 0;
  }

  /** Puts the memories in rising order; most are already. */
  sort(): void {
    if (this.#isRising()) return;
    const order = Array.from(this.numbers.subarray(0, this.length).keys()).sort(
      (one, other) => this.numbers[one]! - this.numbers[other]!,
    );
    this.numbers.set(order.map((place) => this.numbers[place]!));
    this.counts.set(order.map((place) => this.counts[place]!));
  }

  #isRising(): boolean {
    for (let place = 1; place < this.length; place++) if (this.numbers[place]! < this.numbers[place - 1]!) return false;
    return true;
  }
}
