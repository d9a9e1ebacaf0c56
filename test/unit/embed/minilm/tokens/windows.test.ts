import { describe, expect, test } from 'vitest';
import { beginningOf, windowsOf, type Window } from '../../../../../src/embed/minilm/tokens/windows.ts';
import { splitLikeBert } from '../../../../../src/embed/minilm/tokens/words.ts';
import { randomFrom } from '../../../../../scripts/random.ts';
import { vocabulary } from '../modules.ts';
import { references } from '../../../../../scripts/model/minilm_references.ts';

const size = { tokens: 256, overlap: 64 };
const windows = (text: string) => windowsOf(text, vocabulary, size);
const prose = references
  .slice(-4, -1)
  .map(({ text }) => text)
  .join('\n\n');
const words = references.flatMap(({ text }) => text.split(/\s+/));

/** A few thousand words of different lengths, without sentences. */
function randomWords(seed: number): string {
  const random = randomFrom(seed);
  return Array.from({ length: 3_000 }, () => words[Math.floor(random() * words.length)]!.replace(/[.!?]/g, '')).join(
    ' ',
  );
}

/** The words that no window contains completely. */
const lostWords = (text: string, all: Window[]) =>
  [...splitLikeBert(text)].filter(
    ({ start, end }) => !all.some((window) => window.start <= start && end <= window.end),
  );

/** The number of tokens that each window shares with the previous one. */
const sharedTokens = (text: string, all: Window[]) =>
  all.slice(1).map(({ start }, index) => windows(text.slice(start, all[index]!.end))[0]!.tokens.length - 2);

describe('windows', () => {
  test('of a short text are a single window with the whole text', () => {
    expect(windows('Room twelve, ask for the back.')).toEqual([
      { start: 0, end: 30, tokens: beginningOf('Room twelve, ask for the back.', vocabulary, 256) },
    ]);
  });

  test('of a text without words are a single window without words', () => {
    expect(windows(' \n ')).toEqual([{ start: 0, end: 3, tokens: Int32Array.of(vocabulary.begin, vocabulary.end) }]);
    expect(windows('')).toMatchObject([{ start: 0, end: 0 }]);
  });

  test.each([
    ['prose', prose],
    ['words without sentences', randomWords(1)],
    ['words of many tokens', 'antidisestablishmentarianism-Übergrößenträger '.repeat(300)],
    ['Chinese', '我喜欢读书'.repeat(400)],
  ])('of %s contain every word, overlap, and are never too long', (_, text) => {
    const all = windows(text);
    expect(all.length).toBeGreaterThan(2);
    expect(lostWords(text, all)).toEqual([]);
    expect(lostWords(text, all.toSpliced(1, 1))).not.toEqual([]);
    expect(Math.max(...all.map(({ tokens }) => tokens.length))).toBeLessThanOrEqual(256);
    expect(Math.max(...sharedTokens(text, all))).toBeLessThanOrEqual(64);
    expect(Math.min(...sharedTokens(text, all))).toBeGreaterThanOrEqual(24);
    for (const { tokens } of all.slice(0, -1)) expect(tokens.length).toBeGreaterThan(180);
  });

  test('have the same tokens as the same part of the text alone', () => {
    for (const { start, end, tokens } of windows(prose))
      expect(tokens).toEqual(beginningOf(prose.slice(start, end), vocabulary, 256));
  });

  test('of prose begin and end between sentences', () => {
    const all = windows(prose);
    for (const { end } of all) expect(prose.slice(0, end)).toMatch(/[.!?]$/);
    for (const { start } of all.slice(1)) expect(prose.slice(0, start)).toMatch(/[.!?]\s+$/);
  });

  test('of a long text take linear time: each word is looked up once', () => {
    let reads = 0;
    const counting = { ...vocabulary, tokensOf: (word: string) => (reads++, vocabulary.tokensOf(word)) };
    const text = 'a '.repeat(32_768);
    expect(windowsOf(text, counting, size).length).toBeGreaterThan(150);
    expect(reads).toBe(32_768);
  });
});

test('the first window of a long text ends after 256 tokens', () => {
  const beginning = beginningOf('a '.repeat(32_768), vocabulary, 256);
  expect(beginning).toHaveLength(256);
  expect(beginning.at(-1)).toBe(vocabulary.end);
});
