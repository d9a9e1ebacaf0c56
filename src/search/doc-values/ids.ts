import { idOf, idKey, wordsPerKey } from './key.ts';
import { RecentValues } from './recent-values.ts';
import { withCapacity } from './with-capacity.ts';

/** Ids by number, in 16 bytes each. */
export class Ids {
  #keys: Uint32Array;
  #length: number;
  /** A hash table with open addressing, at most half full. A slot has 1 + the number of its id, or 0 if empty. */
  #slots = new Int32Array();
  readonly #otherIds: Map<number, string>;
  readonly #recent = new RecentValues<string>();
  readonly #read = (number: number) => this.#otherIds.get(number) ?? idOf(this.#keys, number * wordsPerKey)!;

  /** If an id occurs twice, `find` returns the later number. */
  constructor(keys = new Uint32Array(), otherIds: Iterable<[number: number, id: string]> = []) {
    this.#keys = keys;
    this.#length = keys.length / wordsPerKey;
    this.#otherIds = new Map(otherIds);
    this.#index();
  }

  get length(): number {
    return this.#length;
  }

  add(id: string): number {
    const number = this.#length++;
    const key = idKey(id);
    this.#keys = withCapacity(this.#keys, this.#length * wordsPerKey);
    this.#keys.set(key, number * wordsPerKey);
    if (idOf(key) === undefined) this.#otherIds.set(number, id);
    if (this.#slots.length < this.#length * 2) this.#index();
    else this.#slots[this.#slotOf(key, 0)] = number + 1;
    return number;
  }

  at(number: number): string {
    return this.#recent.of(number, this.#read);
  }

  /** A view of the key of a number, valid until the next `add`. */
  key(number: number): Uint32Array {
    return this.#keys.subarray(number * wordsPerKey, (number + 1) * wordsPerKey);
  }

  find(words: Uint32Array, at = 0): number | undefined {
    const number = this.#slots[this.#slotOf(words, at)]! - 1;
    return number < 0 ? undefined : number;
  }

  keys(): Uint32Array {
    return this.#keys.subarray(0, this.#length * wordsPerKey);
  }

  otherIds(): [number: number, id: string][] {
    return [...this.#otherIds];
  }

  #index(): void {
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(64, this.#length * 4))));
    for (let number = 0; number < this.#length; number++)
      this.#slots[this.#slotOf(this.#keys, number * wordsPerKey)] = number + 1;
  }

  #slotOf(words: Uint32Array, at: number): number {
    const last = this.#slots.length - 1;
    // The end of a ULID differs between ids, which spreads the ids over the slots.
    let slot = (Math.imul(words[at + 2]! ^ words[at + 3]!, 0x9e37_79b1) >>> 8) & last;
    for (;;) {
      const number = this.#slots[slot]! - 1;
      if (number < 0 || this.#hasKey(number, words, at)) return slot;
      slot = (slot + 1) & last;
    }
  }

  #hasKey(number: number, words: Uint32Array, at: number): boolean {
    const start = number * wordsPerKey;
    for (let word = 0; word < wordsPerKey; word++) if (this.#keys[start + word] !== words[at + word]) return false;
    return true;
  }
}
