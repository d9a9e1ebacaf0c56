import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadFromDisk } from '../../../src/embed/minilm/load-from-disk.ts';
import { minilm, type Parts } from '../../../src/embed/minilm/embedder.ts';
import { kernelPath, vocabularyPath, weightsPath } from '../../../src/embed/minilm/model.ts';
import { bundled } from '../../../src/embed/registry.ts';
import { selfTest } from '../../../src/embed/self-test/self-test.ts';
import { randomFrom } from '../../support/random.ts';

const file = async (path: string) => new Uint8Array(readFileSync(`public/${path}`));
const parts: Parts = { kernel: (name) => file(kernelPath(name)), weights: () => file(weightsPath), vocabulary: () => file(vocabularyPath) };

/** The model with the entries of its vocabulary moved, but for its marks, which stand before the first word. */
function withVocabulary(move: (words: string[]) => string[]): Parts {
  const entries = readFileSync(`public/${vocabularyPath}`, 'utf8').trimEnd().split('\n');
  const first = entries.indexOf('[MASK]') + 1;
  const moved = [...entries.slice(0, first), ...move(entries.slice(first))].join('\n');
  return { ...parts, vocabulary: async () => new TextEncoder().encode(moved) };
}

function shuffled(words: string[], share: number): string[] {
  const random = randomFrom(1);
  const places = words.map((_, place) => place).filter(() => random() < share);
  const targets = places.map((place) => ({ place, order: random() })).sort((one, other) => one.order - other.order);
  const result = [...words];
  for (const [index, place] of places.entries()) result[targets[index]!.place] = words[place]!;
  return result;
}

const faults: Array<[string, (words: string[]) => string[]]> = [
  ['all of its vocabulary shuffled', (words) => shuffled(words, 1)],
  ['most of its vocabulary shuffled', (words) => shuffled(words, 0.75)],
  ['a line missing from its vocabulary', (words) => words.slice(1)],
];

describe('the bundled model', () => {
  test('passes its self-test', async () => {
    await expect(selfTest(await loadFromDisk(), bundled.proof)).resolves.toBeUndefined();
  });

  test.each(faults)('is refused with %s', async (_, move) => {
    const runner = await minilm(withVocabulary(move));
    await expect(selfTest(runner, bundled.proof)).rejects.toMatchObject({ check: 'proof' });
  });

  test.each(faults)('is known by its sense of meaning alone with %s', async (_, move) => {
    const runner = await minilm(withVocabulary(move));
    await expect(selfTest(runner)).rejects.toMatchObject({ check: 'meaning' });
  });
});
