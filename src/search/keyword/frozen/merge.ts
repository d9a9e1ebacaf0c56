import { DocValues } from '../../doc-values/doc-values.ts';
import type { Pace } from '../../../lib/pace.ts';
import { Postings } from '../postings.ts';
import { addRenumbered, gone } from './renumbered.ts';
import type { Segment } from './segment.ts';
import { SegmentWriter } from './segment-writer.ts';
import { Cursor } from './string-table.ts';

export interface Merged {
  bytes: Uint8Array;
  /** For each segment, the new number of each of its memories; `gone` if the memory had been removed. */
  numbers: Uint32Array[];
}

/** Merges the live memories of several segments into the bytes of one segment. */
export async function merge(segments: readonly Segment[], pace: Pace): Promise<Merged> {
  const { docValues, lengths, numbers } = await renumber(segments, pace);
  const writer = new SegmentWriter();
  const merged = new Postings();
  for (const unspaced of [false, true]) {
    const sides = segments.map((segment, index) => ({
      segment,
      numbers: numbers[index]!,
      cursor: new Cursor(unspaced ? segment.unspaced : segment.spaced),
    }));
    let open = sides.filter(({ cursor }) => cursor.next());
    while (open.length > 0) {
      await pace();
      const key = open.map(({ cursor }) => cursor.text()).reduce((least, other) => (other < least ? other : least));
      const same = open.filter(({ cursor }) => cursor.compare(key) === 0);
      const [{ segment }] = same as [(typeof same)[number]];
      const wordIn = (side: (typeof sides)[number]) => side.cursor.index + (unspaced ? side.segment.spaced.size : 0);
      merged.clear();
      for (const side of same) addRenumbered(side.segment, wordIn(side), side.numbers, merged);
      merged.sort();
      if (merged.length > 0) writer.add(key, segment.termOf(wordIn(same[0]!)), unspaced, merged);
      for (const side of same) if (!side.cursor.next()) open = open.filter((other) => other !== side);
    }
  }
  await pace();
  return { bytes: writer.bytes(docValues, lengths), numbers };
}

/** Removes from a merged segment the memories that were removed from its sources during the merge. */
export function removeSince(merged: Segment, segments: readonly Segment[], numbers: Uint32Array[]): void {
  for (const [index, { docValues }] of segments.entries()) {
    for (const [old, number] of numbers[index]!.entries())
      if (number !== gone && !docValues.isLive(old)) merged.removeNumber(number);
  }
}

async function renumber(segments: readonly Segment[], pace: Pace) {
  const numbers = segments.map(({ docValues }) => new Uint32Array(docValues.length).fill(gone));
  const docValues = new DocValues();
  const lengths: number[] = [];
  const sides = segments.map((segment, index) => ({ segment, numbers: numbers[index]!, next: 0 }));
  for (;;) {
    await pace();
    for (const side of sides)
      while (side.next < side.numbers.length && !side.segment.docValues.isLive(side.next)) side.next++;
    const oldest = sides
      .filter(({ next, numbers: own }) => next < own.length)
      .reduce<(typeof sides)[number] | undefined>(
        (oldestSoFar, side) => (oldestSoFar === undefined || isOlder(side, oldestSoFar) ? side : oldestSoFar),
        undefined,
      );
    if (oldest === undefined) return { docValues, lengths: Uint32Array.from(lengths), numbers };
    oldest.numbers[oldest.next] = docValues.put(oldest.segment.docValues.valueAt(oldest.next));
    lengths.push(oldest.segment.lengths[oldest.next]!);
    oldest.next++;
  }
}

function isOlder(one: { segment: Segment; next: number }, other: { segment: Segment; next: number }): boolean {
  const [created, createdOther] = [
    one.segment.docValues.createdAt(one.next),
    other.segment.docValues.createdAt(other.next),
  ];
  return (
    created < createdOther ||
    (created === createdOther && one.segment.docValues.id(one.next) < other.segment.docValues.id(other.next))
  );
}
