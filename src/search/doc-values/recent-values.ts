/** A power of two. */
const slots = 2_048;

/**
 * A cache of the values read recently, by number. The last bits of a number are its slot. Without the cache, decoding
 * the ids and words of the hits would take a third of a short search; each key press finds mostly the same hits again.
 */
export class RecentValues<Value> {
  readonly #numbers = new Int32Array(slots).fill(-1);
  readonly #values: Value[] = [];

  /** The value of a number; `read` decodes it. */
  of(number: number, read: (number: number) => Value): Value {
    const slot = number & (slots - 1);
    if (this.#numbers[slot] !== number) {
      this.#values[slot] = read(number);
      this.#numbers[slot] = number;
    }
    return this.#values[slot]!;
  }
}
