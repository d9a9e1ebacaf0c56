import { withCapacity } from '../doc-values/with-capacity.ts';

/** The numbers of the memories that contain a word, and the word's count in each, in halves (see `countWords`). */
export class Postings {
  numbers = new Uint32Array(64);
  counts = new Uint32Array(64);
  length = 0;

  add(number: number, count: number): void {
    this.reserve(1);
    this.numbers[this.length] = number;
    this.counts[this.length++] = count;
  }

  reserve(more: number): void {
    this.numbers = withCapacity(this.numbers, this.length + more);
    this.counts = withCapacity(this.counts, this.length + more);
  }

  clear(): void {
    this.length = 0;
  }

  sort(): void {
    if (this.#isSorted()) return;
    const order = Array.from(this.numbers.subarray(0, this.length).keys()).sort(
      (one, other) => this.numbers[one]! - this.numbers[other]!,
    );
    this.numbers.set(order.map((index) => this.numbers[index]!));
    this.counts.set(order.map((index) => this.counts[index]!));
  }

  #isSorted(): boolean {
    for (let index = 1; index < this.length; index++) if (this.numbers[index]! < this.numbers[index - 1]!) return false;
    return true;
  }
}
