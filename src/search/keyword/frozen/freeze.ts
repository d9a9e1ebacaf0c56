import { isUnspaced } from '../../../lib/text/words.ts';
import { DocValues } from '../../doc-values/doc-values.ts';
import type { Pace } from '../../../lib/pace.ts';
import type { MemTable } from '../mem-table.ts';
import { Postings } from '../postings.ts';
import { addRenumbered, gone } from './renumbered.ts';
import { SegmentWriter } from './segment-writer.ts';
import { wordKey } from './word-key.ts';

/**
 * Makes the bytes of a segment from the live memories of a table. Memories that are removed during the call may be in
 * the segment. The caller then removes them.
 */
export async function freeze(table: MemTable, pace: Pace): Promise<Uint8Array> {
  const { docValues, lengths, numbers } = await renumber(table, pace);
  const words = table.words().map((word) => ({ word, key: wordKey(table.textOf(word)) }));
  words.sort((one, other) => (one.key < other.key ? -1 : 1));
  const writer = new SegmentWriter();
  const postings = new Postings();
  for (const unspaced of [false, true]) {
    for (const { word, key } of words) {
      await pace();
      const term = table.termOf(word);
      if (isUnspaced(term) !== unspaced) continue;
      postings.clear();
      addRenumbered(table, word, numbers, postings);
      postings.sort();
      if (postings.length > 0) writer.add(key, term, unspaced, postings);
    }
  }
  return writer.bytes(docValues, lengths);
}

async function renumber(
  { docValues: old, lengths: oldLengths }: MemTable,
  pace: Pace,
): Promise<{ docValues: DocValues; lengths: Uint32Array; numbers: Uint32Array }> {
  const order: number[] = [];
  for (let number = 0; number < old.length; number++) if (old.isLive(number)) order.push(number);
  order.sort((one, other) => old.compare(other, one));
  const docValues = new DocValues();
  const numbers = new Uint32Array(old.length).fill(gone);
  const lengths = new Uint32Array(order.length);
  for (const number of order) {
    await pace();
    lengths[docValues.length] = oldLengths[number]!;
    numbers[number] = docValues.put(old.valueAt(number));
  }
  return { docValues, lengths, numbers };
}
