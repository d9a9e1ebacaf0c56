import { describe, expect, it } from 'vitest';
import { termOf } from '../../../../src/lib/text/term.ts';

describe('words with one term', () => {
  it.each([
    ['English inflections', ['run', 'runs', 'running']],
    ['English derivations', ['relate', 'related', 'relating']],
    ['accents', ['cafe', 'café', 'cafés']],
    ['German letters', ['strasse', 'straße']],
    ['umlauts', ['muller', 'müller']],
    ['Nordic and Polish letters', ['lodz', 'łódź']],
    ['Turkish dots', ['istanbul', 'i\u0307stanbul', 'ıstanbul']],
    ['Vietnamese tones', ['tieng', 'tiếng']],
    ['Russian ё', ['елка', 'ёлка']],
    ['Russian stress', ['моя', 'моя\u0301']],
    ['Greek accents and final sigma', ['οδοσ', 'οδός', 'οδος']],
    ['Hebrew points', ['שלום', 'שָׁלוֹם']],
    ['Arabic vowels, hamza and tatweel', ['اهلا', 'أَهْلاً', 'اهـــلا']],
    ['soft hyphens and joiners', ['donaudampf', 'donau\u00ADdampf', 'donau\u200Cdampf']],
    ['colours of skin', ['👍', '👍🏽']],
    ['ways to show an emoji', ['❤', '❤️']],
    ['apostrophes', ["don't", 'don’t']],
  ])('are alike in %s', (_, words) => expect(new Set(words.map(termOf)).size).toBe(1));

  it.each([
    ['Cyrillic й', 'мой', 'мои'],
    ['kana with and without voice', 'が', 'か'],
    ['Indic vowels', 'की', 'का'],
    ['Hangul', '각', '가'],
    ['words of other scripts that only begin alike', 'книга', 'книги'],
    ['emoji', '🎉', '🎊'],
  ])('are not words that differ in %s', (_, one, other) => expect(termOf(one)).not.toBe(termOf(other)));

  it('has no term for what is never heard', () => expect(termOf('ـــ')).toBe(''));
});
