import { stem } from 'porter2';
import { describe, expect, it } from 'vitest';
import { termOf } from '../../../../src/lib/text/term.ts';

describe('terms', () => {
  it.each([
    ['English inflections', ['run', 'runs', 'running']],
    ['English verbs that end in e', ['relate', 'related', 'relating']],
    ['accents', ['cafe', 'café', 'cafés']],
    ['German letters', ['strasse', 'straße']],
    ['umlauts', ['muller', 'müller']],
    ['Polish letters', ['lodz', 'łódź']],
    ['Turkish dots', ['istanbul', 'i\u0307stanbul', 'ıstanbul']],
    ['Vietnamese tones', ['tieng', 'tiếng']],
    ['Russian ё', ['елка', 'ёлка']],
    ['Russian stress', ['моя', 'моя\u0301']],
    ['Greek accents and final sigma', ['οδοσ', 'οδός', 'οδος']],
    ['Hebrew points', ['שלום', 'שָׁלוֹם']],
    ['Arabic vowels, hamza and tatweel', ['اهلا', 'أَهْلاً', 'اهـــلا']],
    ['soft hyphens and joiners', ['donaudampf', 'donau\u00ADdampf', 'donau\u200Cdampf']],
    ['skin tones', ['👍', '👍🏽']],
    ['emoji variations', ['❤', '❤️']],
    ['apostrophes', ["don't", 'don’t']],
  ])('are equal for %s', (_, words) => expect(new Set(words.map(termOf)).size).toBe(1));

  it.each([
    ['Cyrillic й', 'мой', 'мои'],
    ['voiced and unvoiced kana', 'が', 'か'],
    ['Indic vowels', 'की', 'का'],
    ['Hangul', '각', '가'],
    ['words that aren’t in the Latin script and only begin alike', 'книга', 'книги'],
    ['emoji', '🎉', '🎊'],
  ])('differ for %s', (_, first, second) => expect(termOf(first)).not.toBe(termOf(second)));

  it('are empty for characters that are removed', () => expect(termOf('ـــ')).toBe(''));

  it("are Snowball's stems, whatever the last three letters are", () => {
    const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
    const ends = letters.flatMap((first) =>
      letters.flatMap((second) => letters.map((third) => first + second + third)),
    );
    const words = ['', 'ba', 'stratovo', 'relat', 'rela', 'precis'].flatMap((start) => ends.map((end) => start + end));
    expect(words.filter((word) => termOf(word) !== stem(word))).toEqual([]);
  });
});
