import { describe, expect, test } from 'vitest';
import type { JournalFile } from '../../../../../src/store/dexie/journal/files.ts';
import { framed, RecordReader } from '../../../../../src/store/dexie/journal/record.ts';

function fileOf(bytes: Uint8Array, mostAtOnce = Infinity): JournalFile {
  const refuse = () => {
    throw new Error('This file is read-only');
  };
  const read = (into: Uint8Array, at: number) => {
    const piece = bytes.subarray(at, at + Math.min(into.length, mostAtOnce));
    into.set(piece);
    return piece.length;
  };
  return { size: () => bytes.length, read, write: refuse, truncate: refuse, flush: refuse, close: refuse };
}

function recordsOf(bytes: Uint8Array, pieceBytes?: number): { texts: string[]; end: number; damaged: boolean } {
  const reader = new RecordReader(fileOf(bytes), pieceBytes);
  const texts: string[] = [];
  let end = 0;
  for (let record = reader.at(0); record !== undefined; record = reader.at(end)) {
    texts.push(record.json);
    end = record.end;
  }
  return { texts, end, damaged: reader.isDamagedAt(end) };
}

const texts = ['{"a":1}', '"ä😀\\ud800"', `"${'x'.repeat(500)}"`, '[]'];
const records = texts.map(framed);
const whole = new Uint8Array(records.flatMap((record) => [...record]));
const ends = records.map((_, index) => records.slice(0, index + 1).reduce((sum, record) => sum + record.length, 0));

test.each([1, 7, 64, 100_000])('reads records in order, %i bytes at a time', (pieceBytes) => {
  expect(recordsOf(whole, pieceBytes)).toEqual({ texts, end: whole.length, damaged: false });
});

test('reads the complete records of a file cut anywhere, and finds no damage', () => {
  for (let length = 0; length < whole.length; length++) {
    const count = ends.filter((end) => end <= length).length;
    expect(recordsOf(whole.subarray(0, length)), `${length} bytes`).toEqual({
      texts: texts.slice(0, count),
      end: ends[count - 1] ?? 0,
      damaged: false,
    });
  }
});

describe('a changed byte', () => {
  test('ends the reading before the record that contains the byte', () => {
    for (let offset = 0; offset < whole.length; offset++) {
      const bytes = whole.slice();
      bytes[offset]! ^= 0x10;
      const count = ends.filter((end) => end <= offset).length;
      expect(recordsOf(bytes).texts, `byte ${offset}`).toEqual(texts.slice(0, count));
    }
  });

  test('is distinguished from an unfinished record if more records follow', () => {
    const bytes = whole.slice();
    bytes[ends[0]! + 10]! ^= 1;
    expect(recordsOf(bytes)).toMatchObject({ end: ends[0], damaged: true });
    const last = whole.slice();
    last[whole.length - 1]! ^= 1;
    expect(recordsOf(last)).toMatchObject({ end: ends[2], damaged: false });
  });

  test('that makes a record’s length exceed the file is detected if another record follows', () => {
    const bytes = whole.slice();
    bytes[ends[0]! + 3]! ^= 1;
    expect(recordsOf(bytes)).toMatchObject({ end: ends[0], damaged: true });
    const last = whole.slice();
    last[ends[2]! + 3]! ^= 1;
    expect(recordsOf(last)).toMatchObject({ end: ends[2], damaged: false });
  });
});

test('ignores zeros at the end, which a file system may leave after a power cut', () => {
  expect(recordsOf(new Uint8Array([...whole, ...new Uint8Array(64)]))).toEqual({
    texts,
    end: whole.length,
    damaged: false,
  });
});

test('reports zeros before records as damage', () => {
  const bytes = whole.slice().fill(0, ends[0], ends[1]);
  expect(recordsOf(bytes)).toMatchObject({ end: ends[0], damaged: true });
});

test('doesn’t mistake a short read for the end of the file', () => {
  expect(() => new RecordReader(fileOf(whole, 5)).at(0)).toThrow('could be read');
});
