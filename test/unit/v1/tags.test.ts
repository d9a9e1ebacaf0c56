import { afterEach, describe, expect, it, vi } from 'vitest';
import { tags } from '../../../src/v1/schemas/memory.ts';
import { isStreamSafe } from '../../../src/v1/stream-safe.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a list of tags', () => {
  it('keeps the first of the tags with the same key (`nameKey`), in its position and spelling', () => {
    expect(tags.parse(['Blue', ' red ', 'BLUE', 'Red', 'ＢＬＵＥ', 'green'])).toEqual(['Blue', 'red', 'green']);
  });

  it('is rejected before any element is normalised if it is too long', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    expect(tags.safeParse(Array.from({ length: 33 }, () => 'é')).error?.issues).toMatchObject([
      { path: [], message: 'must have at most 32 elements' },
    ]);
    expect(normalize).not.toHaveBeenCalled();
    expect(tags.parse(Array.from({ length: 32 }, () => 'é'))).toEqual(['é']);
    expect(normalize).toHaveBeenCalled();
  });
});

describe('a tag', () => {
  const isTag = (text: string) => tags.safeParse([text]).success;

  it('is rejected before it is normalised if it is too long', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    expect(isTag('e\u0301'.repeat(300))).toBe(false);
    expect(normalize).not.toHaveBeenCalled();
  });

  it('may be four times as long before normalisation as after', () => {
    expect(tags.parse(['\u03b1\u0313\u0300\u0345'.repeat(64)])).toEqual(['\u1f82'.repeat(64)]);
    expect(isTag('\u03b1\u0313\u0300\u0345'.repeat(65))).toBe(false);
  });

  it.each([
    ['combining marks', '\u0301'],
    ['two kinds of marks', '\u0301\u0316'],
    ['half-width marks, which become marks in a key', '\uff9e'],
    ['variation selectors', '\ufe0f'],
  ])('has at most 30 %s in a row', (_, marks) => {
    expect(isTag(`a${marks.repeat(30).slice(0, 30)}`)).toBe(true);
    expect(isTag(`a${marks.repeat(31).slice(0, 31)}`)).toBe(false);
    expect(isTag(`a${marks.repeat(30).slice(0, 30)}b${marks}`)).toBe(true);
  });

  it('has at most 30 marks in a row after normalisation too, so that it stays valid', () => {
    const doubleMark = '\u0344';
    expect(doubleMark.normalize('NFC')).toHaveLength(2);
    expect(isTag(`a${doubleMark.repeat(15)}`)).toBe(true);
    expect(isTag(`a${doubleMark.repeat(16)}`)).toBe(false);
  });

  it('counts every Unicode mark that normalisation reorders', () => {
    // Normalisation sorts marks by combining class, except marks of class 0. So a mark is sorted if it and a mark of
    // another class have the same normal form in either order. U+0334 has the lowest class, U+0345 the highest, so at
    // least one of them has another class.
    const isSorted = (mark: string) =>
      ['\u0334', '\u0345'].some((other) => (mark + other).normalize('NFD') === (other + mark).normalize('NFD'));
    const characters = Array.from({ length: 0x11_0000 }, (_, point) => point)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point));
    const sorted = characters.filter((character) =>
      isSorted(String.fromCodePoint(character.normalize('NFKD').codePointAt(0)!)),
    );
    expect(sorted.length).toBeGreaterThan(900);
    expect(sorted.filter((character) => isStreamSafe(character.repeat(31)))).toEqual([]);
  });
});
