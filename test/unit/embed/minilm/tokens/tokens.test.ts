import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import oddStrings from '../../../../fixtures/minilm/odd-strings.json' with { type: 'json' };
import { vocabularyOf } from '../../../../../src/embed/minilm/tokens/vocabulary.ts';
import { splitLikeBert } from '../../../../../src/embed/minilm/tokens/words.ts';
import { randomFrom } from '../../../../../scripts/random.ts';
import { vocabulary } from '../modules.ts';
import { references } from '../../../../../scripts/model/minilm_references.ts';
import { tokensByOracle } from './oracle.ts';

const tokensOf = (text: string) => [...splitLikeBert(text)].flatMap(({ text: word }) => vocabulary.tokensOf(word));
const mismatches = (texts: string[]) => texts.filter((text) => tokensOf(text).join() !== tokensByOracle(text).join());

/** Characters of old Unicode versions. Tokenizers that know only old versions treat newer characters differently. */
const plainRanges = [
  [0x20, 0x7f],
  [0x20, 0x7f],
  [0xa1, 0x180],
  [0x391, 0x3a2],
  [0x430, 0x450],
  [0x5d0, 0x5eb],
  [0x1e00, 0x1f00],
  [0x2010, 0x2028],
  [0x3041, 0x3097],
  [0x4e00, 0x9000],
  [0xac00, 0xd7a4],
  [0x1f600, 0x1f640],
  [0x300, 0x340],
] as const;

function randomText(random: () => number): string {
  const length = 1 + Math.floor(random() * 40);
  const characters = Array.from({ length }, () => {
    const [from, to] = plainRanges[Math.floor(random() * plainRanges.length)]!;
    return String.fromCodePoint(from + Math.floor(random() * (to - from)));
  });
  return characters.join('');
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(textsIn)
      : [];

describe('tokens', () => {
  test.each(oddStrings)('of %j are those of the published tokenizer', (text) => {
    expect(tokensOf(text)).toEqual(tokensByOracle(text));
  });

  test('of prose and of random characters are those of the published tokenizer', () => {
    const random = randomFrom(4);
    const texts = [...references.map(({ text }) => text), ...Array.from({ length: 2_000 }, () => randomText(random))];
    expect(mismatches(texts)).toEqual([]);
  });

  const folder = process.env['COMMONPLACE_TEXTS'];
  // Defined only with this optional folder, because `skipIf` would report a skipped test, which counts as failed in CI.
  if (folder !== undefined)
    test('of the texts in the folder in COMMONPLACE_TEXTS are those of the published tokenizer', () => {
      const texts = globSync(`${folder}/*.json`).flatMap((path) => textsIn(JSON.parse(readFileSync(path, 'utf8'))));
      expect(texts.length).toBeGreaterThan(0);
      expect(mismatches(texts)).toEqual([]);
    });

  // For these characters, the published JavaScript tokenizer differs from BERT's own, so it isn't the oracle here.
  test('of capital sigma and rare ideographs are those of BERT’s own tokenizer', () => {
    expect(tokensOf('ΟΔΟΣ')).toEqual(tokensOf('οδοσ'));
    expect(tokensOf('\u{20000}\u{2a700}\uf900')).toEqual([vocabulary.unknown, vocabulary.unknown, vocabulary.unknown]);
  });

  test('of a typed special token, such as [MASK], are those of plain text', () => {
    expect(tokensOf('[MASK] [CLS]')).toEqual(['[', 'mask', ']', '[', 'cl', '##s', ']'].map(tokenOf));
    expect(tokensOf('[UNK]')).not.toContain(vocabulary.unknown);
  });

  test('differ with another vocabulary', () => {
    const shuffled = vocabularyOf(['[CLS]', '[SEP]', '[UNK]', 'room', 'the', '##s'].join('\n'));
    expect(shuffled.tokensOf('rooms')).toEqual([3, 5]);
    expect(shuffled.tokensOf('rooms')).not.toEqual(vocabulary.tokensOf('rooms'));
    expect(() => vocabularyOf('the\nroom')).toThrow('The vocabulary lacks [CLS], [SEP] or [UNK].');
  });
});

describe('words', () => {
  test.each(oddStrings)('of %j have correct ranges, in order', (text) => {
    let previousStart = 0;
    for (const { text: word, start, end } of splitLikeBert(text)) {
      expect(start).toBeGreaterThanOrEqual(previousStart);
      expect(end).toBeGreaterThan(start);
      expect(tokensOf(text.slice(start, end)).slice(0, 1)).toEqual(vocabulary.tokensOf(word).slice(0, 1));
      previousStart = start;
    }
  });

  test('have ranges in the original text', () => {
    const ranges = (text: string) =>
      [...splitLikeBert(text)].map(({ text: word, start, end }) => `${word}=${text.slice(start, end)}`);
    expect(ranges('İzmir, 😀naïve\u200b café日本!')).toEqual([
      'izmir=İzmir',
      ',=,',
      '😀naive=😀naïve',
      'cafe=café',
      '日=日',
      '本=本',
      '!=!',
    ]);
  });
});

function tokenOf(text: string): number {
  const [first] = text.startsWith('##')
    ? vocabulary.tokensOf(`cl${text.slice(2)}`).slice(-1)
    : vocabulary.tokensOf(text);
  return first!;
}
