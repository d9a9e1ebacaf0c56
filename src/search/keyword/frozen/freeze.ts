import { termOf } from '../../../lib/text/term.ts';
import { isUnspaced } from '../../../lib/text/words.ts';
import { Facts } from '../../facts/facts.ts';
import { countsOf } from '../bag.ts';
import { byAge, type Entry } from '../entry.ts';
import type { Pace } from '../pace.ts';
import type { Table } from '../table.ts';
import { holder, SegmentWriter } from './segment-writer.ts';
import { keyOfWord } from './word-key.ts';

/** The bytes of a segment with the memories of a table as they are now; the table may change meanwhile. */
export async function freeze(table: Table, pace: Pace): Promise<Uint8Array> {
  const { documentIds, fieldLength, index } = table.postings();
  const entries = [...table.entries()].sort(byAge);
  const { facts, numbers, counts, wordsOfTerm } = await read(entries, pace);
  const numberOf = new Map(Object.entries(documentIds).map(([shortId, id]) => [shortId, numbers.get(id as string)!]));

  const lengths = new Uint32Array(entries.length);
  for (const [shortId, [length]] of Object.entries(fieldLength)) lengths[numberOf.get(shortId)!] = length!;

  const rows: { key: string; term: string; unspaced: boolean; holders: Float64Array }[] = [];
  for (const [term, { 0: held }] of index as [term: string, byField: Record<number, Record<string, number>>][]) {
    await pace();
    const words = wordsOfTerm.get(term)!;
    for (const word of words) {
      const holders: number[] = [];
      for (const shortId in held) {
        const number = numberOf.get(shortId)!;
        // Where a term stands for several words, each memory tells which of them it holds.
        const count = words.length === 1 ? held[shortId]! : counts[number]!.get(word);
        if (count !== undefined) holders.push(holder(number, count));
      }
      rows.push({ key: keyOfWord(word), term, unspaced: isUnspaced(term), holders: Float64Array.from(holders).sort() });
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

/** The facts of memories, their numbers by id, what each of their words counts, and the words of each term. */
async function read(entries: Entry[], pace: Pace) {
  const facts = new Facts();
  const numbers = new Map<string, number>();
  const counts: Map<string, number>[] = [];
  const words = new Set<string>();
  for (const entry of entries) {
    await pace();
    numbers.set(entry.id, facts.put(entry));
    const ofEntry = new Map(countsOf(entry.bag));
    counts.push(ofEntry);
    for (const word of ofEntry.keys()) words.add(word);
  }
  const wordsOfTerm = new Map<string, string[]>();
  for (const word of words) {
    await pace();
    const term = termOf(word);
    wordsOfTerm.set(term, [...(wordsOfTerm.get(term) ?? []), word]);
  }
  return { facts, numbers, counts, wordsOfTerm };
}
