import { Facts } from '../../facts/facts.ts';
import type { Pace } from '../../pace.ts';
import type { Segment } from './segment.ts';
import { holder, SegmentWriter } from './segment-writer.ts';
import { Cursor } from './string-table.ts';

/** In the place of a number, for a memory that was left out. */
const gone = 0xffff_ffff;

export interface Merged {
  bytes: Uint8Array;
  /** For each of the segments, the new number of each of its memories; `gone` ones were removed before. */
  numbers: Uint32Array[];
}

/** The bytes of one segment with all memories of these that are not removed. */
export async function merge(segments: readonly Segment[], pace: Pace): Promise<Merged> {
  const { facts, lengths, numbers } = await renumber(segments, pace);
  const writer = new SegmentWriter();
  for (const unspaced of [false, true]) {
    const sides = segments.map((segment, place) => ({ segment, numbers: numbers[place]!, cursor: new Cursor(unspaced ? segment.unspaced : segment.spaced) }));
    let open = sides.filter(({ cursor }) => cursor.next());
    while (open.length > 0) {
      await pace();
      const key = open.map(({ cursor }) => cursor.text()).reduce((least, other) => (other < least ? other : least));
      const same = open.filter(({ cursor }) => cursor.compare(key) === 0);
      const [{ segment }] = same as [(typeof same)[number]];
      const wordIn = (side: (typeof sides)[number]) => side.cursor.place + (unspaced ? side.segment.spaced.size : 0);
      const holders = holdersOf(same.map((side) => ({ ...side, word: wordIn(side) })));
      if (holders.length > 0) writer.add(key, segment.terms.at(segment.termOfWord[wordIn(same[0]!)]!), unspaced, holders);
      for (const side of same) if (!side.cursor.next()) open = open.filter((other) => other !== side);
    }
  }
  await pace();
  return { bytes: writer.bytes(facts, lengths), numbers };
}

/** Removes from the merged segment what was removed from those it was made of since. */
export function removeSince(merged: Segment, segments: readonly Segment[], numbers: Uint32Array[]): void {
  for (const [place, { facts }] of segments.entries()) {
    for (const [old, number] of numbers[place]!.entries()) if (number !== gone && !facts.isLive(old)) merged.removeNumber(number);
  }
}

/** Numbers for all memories that are not removed, the oldest first. */
async function renumber(segments: readonly Segment[], pace: Pace) {
  const numbers = segments.map(({ facts }) => new Uint32Array(facts.length).fill(gone));
  const facts = new Facts();
  const lengths: number[] = [];
  const sides = segments.map((segment, place) => ({ segment, numbers: numbers[place]!, next: 0 }));
  for (;;) {
    await pace();
    for (const side of sides) while (side.next < side.numbers.length && !side.segment.facts.isLive(side.next)) side.next++;
    const oldest = sides.filter(({ next, numbers: own }) => next < own.length).reduce<(typeof sides)[number] | undefined>((so, side) => (so === undefined || isOlder(side, so) ? side : so), undefined);
    if (oldest === undefined) return { facts, lengths: Uint32Array.from(lengths), numbers };
    oldest.numbers[oldest.next] = facts.put(oldest.segment.facts.fact(oldest.next));
    lengths.push(oldest.segment.lengths[oldest.next]!);
    oldest.next++;
  }
}

function isOlder(one: { segment: Segment; next: number }, other: { segment: Segment; next: number }): boolean {
  const [created, createdOther] = [one.segment.facts.createdAt(one.next), other.segment.facts.createdAt(other.next)];
  return created < createdOther || (created === createdOther && one.segment.facts.id(one.next) < other.segment.facts.id(other.next));
}

/** The memories that hold a word in any of the segments, by their new numbers. */
function holdersOf(sides: { segment: Segment; numbers: Uint32Array; word: number }[]): ArrayLike<number> {
  const all: number[] = [];
  for (const { segment, numbers, word } of sides) {
    for (const postings = segment.postings(word); postings.next(); ) {
      const number = numbers[postings.number]!;
      if (number !== gone) all.push(holder(number, postings.count));
    }
  }
  return sides.length > 1 ? Float64Array.from(all).sort() : all;
}
