/** Sorted byte strings. */
export interface PrefixTable {
  /** The index of the first string that begins with this byte or a greater one. */
  readonly firstWith: Uint32Array;
  /** Where each string begins in `bytes`, and where the last one ends. */
  readonly starts: Uint32Array;
  readonly bytes: Uint8Array;
}

/** @param starts where each string begins in `bytes`, in sorted order, and where the last one ends */
export function prefixTable(starts: Uint32Array, bytes: Uint8Array): PrefixTable {
  const firstWith = new Uint32Array(257);
  for (let index = 0; index + 1 < starts.length; index++) firstWith[bytes[starts[index]!]! + 1] = index + 1;
  for (let byte = 1; byte <= 256; byte++) firstWith[byte] = Math.max(firstWith[byte]!, firstWith[byte - 1]!);
  return { firstWith, starts, bytes };
}

/** Where each of several strings begins, and where the last one ends. */
export function startsOf(lengths: Uint8Array): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  for (let index = 0; index < lengths.length; index++) starts[index + 1] = starts[index]! + lengths[index]!;
  return starts;
}

/** Calls `found` with the index and length of each string of the table that `text` has at `at`, shortest first. */
export function eachPrefix(
  { firstWith, starts, bytes }: PrefixTable,
  text: Uint8Array,
  at: number,
  found: (index: number, length: number) => void,
): void {
  let low = firstWith[text[at]!]!;
  let high = firstWith[text[at]! + 1]!;
  for (let length = 1; low < high; length++) {
    const size = starts[low + 1]! - starts[low]!;
    if (size === length) found(low++, length);
    if (at + length >= text.length) return;
    const byte = text[at + length]!;
    low = bound(low, high, length, byte);
    high = bound(low, high, length, byte + 1);
  }

  /** The first string of a range whose byte at `offset` is at least `byte`. */
  function bound(from: number, past: number, offset: number, byte: number): number {
    while (from < past) {
      const middle = (from + past) >>> 1;
      if (bytes[starts[middle]! + offset]! < byte) from = middle + 1;
      else past = middle;
    }
    return from;
  }
}
