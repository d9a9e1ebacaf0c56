import { expect, test } from 'vitest';
import { randomFrom } from '../../../../scripts/random.ts';
import { daySeed } from '../../../../scripts/test/day-seed.ts';
import { Spelling } from '../../../../src/search/keyword/frozen/spelling.ts';
import { StringTable, StringTableWriter } from '../../../../src/search/keyword/frozen/string-table.ts';
import { editsBetween } from './naive.ts';

const random = randomFrom(daySeed);
const below = (limit: number) => Math.floor(random() * limit);
/** A random word from an alphabet of four letters, so that many words are similar. */
const wordOf = (length: number) => Array.from({ length }, () => 'abcü'[below(4)]).join('');

function spellingOf(words: string[]): Spelling {
  const writer = new StringTableWriter();
  for (const word of words) writer.add(word);
  return new Spelling(new StringTable(writer.bytes()));
}

/** The words found one edit away and two edits away. */
const wordsNear = (spelling: Spelling, words: string[], text: string) =>
  [...spelling.near(text, 2)].map((found) => found.map(({ word }) => words[word]!).sort());

const nearBy = (words: string[], text: string) =>
  [1, 2].map((edits) => words.filter((word) => editsBetween(word, text) === edits));

test('spelling correction finds the words one edit away and two edits away, each once', () => {
  const words = [...new Set(Array.from({ length: 1_500 }, () => wordOf(1 + below(9))))].sort();
  const spelling = spellingOf(words);
  let found = 0;
  for (let query = 0; query < 300; query++) {
    const text = wordOf(1 + below(11));
    const near = nearBy(words, text);
    expect(wordsNear(spelling, words, text), text).toEqual(near);
    found += near.flat().length;
  }
  expect(found).toBeGreaterThan(1_000);
});

test('spelling correction finds the same words again after many other searches', () => {
  const words = ['harbor', 'harbour', 'labour'];
  const spelling = spellingOf(words);
  const texts = ['harbr', 'labor', ...Array.from({ length: 100 }, () => wordOf(6)), 'harbr', 'labor', 'labor'];
  for (const text of texts) expect(wordsNear(spelling, words, text), text).toEqual(nearBy(words, text));
});

test('spelling correction finds nothing in an empty index', () => {
  expect(wordsNear(spellingOf([]), [], 'harbour')).toEqual([[], []]);
});
