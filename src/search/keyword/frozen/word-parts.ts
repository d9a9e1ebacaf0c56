import { mostEdits } from '../letters.ts';

/**
 * Each word is cut into this many parts. A text that is at most `mostEdits` edits from a word contains one of the
 * word's parts unchanged.
 */
const parts = mostEdits + 1;

/** The words by their parts: Pass-Join (Li, Deng, Wang, Feng 2011). */
export class WordParts {
  /** The word of each part, in order of the part's hash. `#offsets`: for each hash, the index of its first word. */
  readonly #words: Uint32Array;
  readonly #offsets: Uint32Array;
  readonly #mask: number;

  /**
   * `units`: all words without gaps, in UTF-16 units. `firstOfLength`: for each length, the number of the first word of
   * that length, and finally the count of words.
   */
  constructor(units: Uint16Array, firstOfLength: Uint32Array) {
    const count = firstOfLength.at(-1)!;
    this.#mask = 2 ** Math.ceil(Math.log2(count + 1)) - 1;
    const hashes = new Uint32Array(count * parts);
    let start = 0;
    for (let length = 0; length + 1 < firstOfLength.length; length++)
      for (let word = firstOfLength[length]!; word < firstOfLength[length + 1]!; word++, start += length)
        for (let part = 0; part < parts; part++) {
          let hash = hashOf(length, part);
          for (let at = startOf(part, length); at < startOf(part + 1, length); at++)
            hash = withUnit(hash, units[start + at]!);
          hashes[word * parts + part] = hash & this.#mask;
        }
    this.#offsets = new Uint32Array(this.#mask + 2);
    for (const hash of hashes) this.#offsets[hash + 1]!++;
    for (let hash = 0; hash <= this.#mask; hash++) this.#offsets[hash + 1]! += this.#offsets[hash]!;
    const next = this.#offsets.slice();
    this.#words = new Uint32Array(hashes.length);
    for (let at = 0; at < hashes.length; at++) this.#words[next[hashes[at]!]!++] = Math.trunc(at / parts);
  }

  /**
   * Calls `look` with all words of this length that are at most `edits` (up to `mostEdits`) edits from the text, and
   * with some other words, of any length.
   */
  forEachNear(text: string, length: number, edits: number, look: (word: number) => void): void {
    const longer = text.length - length;
    for (let part = 0; part <= edits; part++) {
      const usual = startOf(part, length);
      const size = startOf(part + 1, length) - usual;
      // Some unchanged part has as many edits before it as parts before it. Proof: along the word, edits so far minus
      // parts so far begins at 0 and ends below 0. The difference falls only at an unchanged part, by 1.
      const [before, after] = [part, edits - part];
      const first = Math.max(0, usual - before, usual + longer - after);
      const last = Math.min(text.length - size, usual + before, usual + longer + after);
      for (let from = first; from <= last; from++) {
        let hash = hashOf(length, part);
        for (let at = from; at < from + size; at++) hash = withUnit(hash, text.charCodeAt(at));
        const end = this.#offsets[(hash & this.#mask) + 1]!;
        for (let at = this.#offsets[hash & this.#mask]!; at < end; at++) look(this.#words[at]!);
      }
    }
  }
}

/** The offset of a part in a word of this length. */
const startOf = (part: number, length: number) => Math.trunc((part * length) / parts);

/** The hash of a part before its letters are added (`withUnit`): a variant of FNV-1a. `length`: the word's length. */
const hashOf = (length: number, part: number) => withUnit(withUnit(0x811c_9dc5, length), part);

const withUnit = (hash: number, unit: number) => {
  const product = Math.imul(hash ^ unit, 0x0100_0193);
  return product ^ (product >>> 15);
};
