import { termOf } from '../../../lib/text/term.ts';
import { isUnspaced } from '../../../lib/text/words.ts';
import { Facts } from '../../facts/facts.ts';
import { countsOf } from '../bag.ts';
import { byAge, type Entry } from '../entry.ts';
import type { Pace } from '../pace.ts';
import type { Table } from '../table.ts';
import { SegmentWriter, type Holders } from './segment-writer.ts';
import { keyOfWord } from './word-key.ts';

/** The bytes of a segment with the memories of a table as they are now; the table may change meanwhile. */
export async function freeze(table: Table, pace: Pace): Promise<Uint8Array> {
  const { documentIds, fieldLength, index } = table.postings();
  const entries = [...table.entries()].sort(byAge);
  const { facts, numbers, counts, wordsOfTerm } = await read(entries, pace);
  const numberOf = (shortId: string) => numbers.get(documentIds[shortId as `${number}`] as string)!;

  const lengths = new Uint32Array(entries.length);
  for (const [shortId, [length]] of Object.entries(fieldLength)) lengths[numberOf(shortId)] = length!;

  const rows: { key: string; term: string; unspaced: boolean; holders: Holders }[] = [];
  for (const [term, { 0: held }] of index as [term: string, byField: Record<number, Record<string, number>>][]) {
    await pace();
    const holders = Object.entries(held!).map(([shortId, count]): [number, number] => [numberOf(shortId), count]).sort(([one], [other]) => one - other);
    const words = [...wordsOfTerm.get(term)!];
    for (const word of words) {
      // Where a term stands for several words, each memory tells which of them it holds.
      const ofWord = words.length === 1 ? holders : holders.flatMap(([number]): [number, number][] => (counts[number]!.has(word) ? [[number, counts[number]!.get(word)!]] : []));
      rows.push({ key: keyOfWord(word), term, unspaced: isUnspaced(term), holders: { numbers: ofWord.map(([number]) => number), counts: ofWord.map(([, count]) => count), length: ofWord.length } });
    }
  }

  rows.sort((one, other) => Number(one.unspaced) - Number(other.unspaced) || (one.key < other.key ? -1 : 1));
  const writer = new SegmentWriter();
  for (const { key, term, unspaced, holders } of rows) {
    writer.add(key, term, unspaced, holders);
    await pace();
  }
  return writer.bytes(facts, lengths);
}

/** The facts of memories, their numbers, what each of their words counts, and the words of each term. */
async function read(entries: Entry[], pace: Pace) {
  const facts = new Facts();
  const numbers = new Map<string, number>();
  const counts: Map<string, number>[] = [];
  const wordsOfTerm = new Map<string, Set<string>>();
  const seen = new Set<string>();
  for (const entry of entries) {
    await pace();
    numbers.set(entry.id, facts.put(entry));
    const words = new Map(countsOf(entry.bag));
    counts.push(words);
    for (const word of words.keys()) {
      if (seen.has(word)) continue;
      seen.add(word);
      const term = termOf(word);
      wordsOfTerm.set(term, (wordsOfTerm.get(term) ?? new Set()).add(word));
    }
  }
  return { facts, numbers, counts, wordsOfTerm };
}
