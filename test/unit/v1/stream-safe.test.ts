import { describe, expect, test } from 'vitest';
import { isStreamSafe, normalised } from '../../../src/v1/stream-safe.ts';

const forms = ['NFC', 'NFKC'] as const;

/** Runs of `count` marks. Half-width marks are letters until NFKC turns them into marks. */
const runs: Record<string, (count: number) => string> = {
  'marks of two classes': (count) => Array.from({ length: count }, (_, index) => '\u0316\u0301'[index % 2]).join(''),
  'half-width marks': (count) => '\uff9e'.repeat(count),
  'marks of two units': (count) => '\u{1d165}'.repeat(count),
  'marks of one and of two units': (count) =>
    Array.from({ length: count }, (_, index) => ['\u{1d165}', '\u0301'][index % 2]).join(''),
};

describe.each(forms)('%s', (form) => {
  test.each(Object.keys(runs))('equals `normalize` for at most 30 marks in a row: %s', (name) => {
    const run = runs[name]!(30);
    for (const text of [`x${run}`, `e${run}`, `か${run}`, `x${run}e\u0301x`, `\ufb01${run}x${run}\r\n \u00a0${run}`])
      expect(normalised(text.repeat(5), form)).toBe(text.repeat(5).normalize(form));
  });

  test.each(Object.keys(runs))('leaves 31 marks in a row unchanged at every position: %s', (name) => {
    const run = runs[name]!(31);
    for (let before = 0; before < 70; before++) {
      const start = 'x'.repeat(before);
      expect(normalised(`${start}${run}e\u0301x${run}${run}`, form)).toBe(`${start}${run}éx${run}${run}`);
    }
  });

  test.each([
    '',
    'plain',
    'e\u0301\u0316',
    '\ufb01',
    '中文',
    '\u{1f468}\u200d\u{1f469}',
    '\ud800',
    `a\ud834${'b'.repeat(99)}`,
  ])('equals `normalize` for %j', (text) => {
    for (const all of [text, text.repeat(40), `${'x'.repeat(30)}${text}`])
      expect(normalised(all, form)).toBe(all.normalize(form));
  });

  test('gives equal results only for equivalent texts', () => {
    const texts = ['\u0301', '\u0316', '\u0301\u0316', '\u0316\u0301', 'e', 'é', '\ufb1d', '\u05d9\u05b4'].flatMap(
      (part) =>
        Object.values(runs).flatMap((run) => [`${part}${run(31)}`, `${run(45)}${part}`, `${part}${run(62)}${part}`]),
    );
    const groups = Map.groupBy(texts, (text) => normalised(text, form));
    expect(texts.some(isStreamSafe)).toBe(false);
    expect(groups.size).toBeLessThan(texts.length);
    for (const group of groups.values()) expect(new Set(group.map((text) => text.normalize(form))).size).toBe(1);
  });
});

test('takes linear time and little stack: 8 million marks in a row', () => {
  const text = `e${'\u0301\u0316'.repeat(4_000_000)}`;
  expect(normalised(text, 'NFKC')).toHaveLength(text.length);
});
