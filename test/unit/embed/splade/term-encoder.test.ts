import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { diskFiles } from '../../../../src/embed/files/disk-files.ts';
import { vocabularyPath, windowTokens } from '../../../../src/embed/minilm/model.ts';
import { beginningOf } from '../../../../src/embed/minilm/tokens/windows.ts';
import { partsFrom, splade } from '../../../../src/embed/splade/term-encoder.ts';
import { ModelUnavailable } from '../../../../src/service/ports/embedder.ts';
import { termScorer } from '../../../../src/service/search/late-interaction.ts';
import { read, vocabulary } from '../minilm/modules.ts';

const entries = readFileSync(`public/${vocabularyPath}`, 'utf8').trimEnd().split('\n');
const parts = partsFrom(diskFiles());
const encoder = await splade(parts);
const termsOf = (text: string) => encoder(beginningOf(text, vocabulary, windowTokens));
const wordsOf = (text: string) => Array.from(termsOf(text).ids, (id) => entries[id]);

describe('the terms of a text', () => {
  test('are its important words and related words, the highest weight first', () => {
    const words = wordsOf('Our dog had six puppies on Sunday night.');
    expect(words.slice(0, 6)).toEqual(expect.arrayContaining(['dog', 'dogs', 'sunday', 'six']));
    const { weights } = termsOf('Our dog had six puppies on Sunday night.');
    expect([...weights]).toEqual([...weights].sort((one, other) => other - one));
  });

  test('are at most 64', () => {
    expect(termsOf(readFileSync('README.md', 'utf8').slice(0, 3_000)).ids).toHaveLength(64);
    expect(termsOf('dog').ids.length).toBeLessThan(64);
  });

  test('match a related question more than twice as well as the terms of an unrelated text do', () => {
    const question = termsOf('Which hotel was quiet?');
    const score = (text: string) => termScorer(question)(termsOf(text));
    expect(score('We liked the silent room in the Lisbon inn.')).toBeGreaterThan(
      2 * score('The plumber comes on Tuesday.'),
    );
    expect(termScorer(question)(question)).toBe(1);
  });
});

test('falls back to plain SIMD if a faster module computes other weights, and throws if no module is right', async () => {
  const requested: string[] = [];
  const wrong = read('kernels/splade-plain.wasm');
  // The coefficient of the highest power in GELU's polynomial, 9.75110885e-11, becomes 1.
  const [from, to] = [9.75110885e-11, 1].map((value) => new Uint8Array(Float32Array.of(value).buffer));
  for (let at = 0; at + 4 <= wrong.length; at++)
    if (from!.every((byte, index) => wrong[at + index] === byte)) wrong.set(to!, at);
  const withWrong = (isWrong: (variant: string) => boolean) =>
    splade({
      ...parts,
      variants: async () => ['relaxed-fours', 'plain'],
      kernel: async (variant) => (requested.push(variant), isWrong(variant) ? wrong : parts.kernel(variant)),
    });
  await withWrong((variant) => variant !== 'plain');
  expect(requested).toEqual(['relaxed-fours', 'plain']);
  await expect(withWrong(() => true)).rejects.toThrow(
    new ModelUnavailable('The bundled model computes wrong weights in this browser.'),
  );
});
