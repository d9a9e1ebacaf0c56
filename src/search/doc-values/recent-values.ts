/** A power of two. */
const slots = 2_048;

/** A cache of recently read values, by number. */
export class RecentValues<Value> {
  readonly #numbers = new Int32Array(slots).fill(-1);
  readonly #values: Value[] = [];

  of(number: number, read: (number: number) => Value): Value {
    const slot = number & (slots - 1);
    if (this.#numbers[slot] !== number) {
      this.#values[slot] = read(number);
      this.#numbers[slot] = number;
    }
    return this.#values[slot]!;
  }
}
