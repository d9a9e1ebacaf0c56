import { termOf } from '../../../lib/text/term.ts';
import { isUnspaced } from '../../../lib/text/words.ts';
import { Facts } from '../../facts/facts.ts';
import { countsOf, wordsIn } from '../bag.ts';
import { byAge, type Entry } from '../entry.ts';
import type { Pace } from '../../pace.ts';
import type { Table } from '../table.ts';
import { holder, SegmentWriter } from './segment-writer.ts';
import { keyOfWord } from './word-key.ts';

/** The bytes of a segment with the memories of a table as they are now; the table may change meanwhile. */
export async function freeze(table: Table, pace: Pace): Promise<Uint8Array> {
  const { documentIds, fieldLength, index } = table.postings();
  const entries = [...table.entries()].sort(byAge);
  const { facts, numbers, wordsOfTerm } = await read(entries, pace);
  const several = await holdersOf(new Set([...wordsOfTerm.values()].filter((words) => words.length > 1).flat()), entries, pace);
  const numberOf = new Map(Object.entries(documentIds).map(([shortId, id]) => [shortId, numbers.get(id as string)!]));

  const lengths = new Uint32Array(entries.length);
  for (const [shortId, [length]] of Object.entries(fieldLength)) lengths[numberOf.get(shortId)!] = length!;

  const rows: { key: string; term: string; holders: ArrayLike<number> }[] = [];
  for (const [term, { 0: held }] of index as [term: string, byField: Record<number, Record<string, number>>][]) {
    await pace();
    const [word, ...others] = wordsOfTerm.get(term)!;
    if (others.length > 0) continue;
    const holders = Float64Array.from(Object.entries(held!), ([shortId, count]) => holder(numberOf.get(shortId)!, count));
    rows.push({ key: keyOfWord(word!), term, holders: holders.sort() });
  }
  for (const [word, holders] of several) rows.push({ key: keyOfWord(word), term: termOf(word), holders });

  rows.sort((one, other) => (one.key < other.key ? -1 : 1));
  const writer = new SegmentWriter();
  for (const unspaced of [false, true]) {
    for (const { key, term, holders } of rows) {
      if (isUnspaced(term) === unspaced) writer.add(key, term, unspaced, holders);
      await pace();
    }
  }
  return writer.bytes(facts, lengths);
}

/** The facts of memories, their numbers by id, and the words of each term. */
async function read(entries: Entry[], pace: Pace) {
  const facts = new Facts();
  const numbers = new Map<string, number>();
  const words = new Set<string>();
  for (const entry of entries) {
    await pace();
    numbers.set(entry.id, facts.put(entry));
    for (const word of wordsIn(entry.bag)) words.add(word);
  }
  const wordsOfTerm = new Map<string, string[]>();
  for (const word of words) {
    await pace();
    const term = termOf(word);
    wordsOfTerm.set(term, [...(wordsOfTerm.get(term) ?? []), word]);
  }
  return { facts, numbers, wordsOfTerm };
}

/** The memories that hold each of these words, of which a term stands for several: what MiniSearch has of the term does not tell which. */
async function holdersOf(words: ReadonlySet<string>, entries: Entry[], pace: Pace): Promise<Map<string, number[]>> {
  const holders = new Map<string, number[]>(Array.from(words, (word) => [word, []]));
  for (const [number, { bag }] of entries.entries()) {
    await pace();
    for (const [word, count] of countsOf(bag)) holders.get(word)?.push(holder(number, count));
  }
  return holders;
}
