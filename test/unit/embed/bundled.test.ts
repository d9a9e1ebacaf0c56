import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { diskFiles } from '../../../src/embed/files/disk-files.ts';
import { loadFromDisk } from '../../../scripts/minilm-from-disk.ts';
import { minilm, type Parts } from '../../../src/embed/minilm/embedder.ts';
import { proof, vocabularyPath } from '../../../src/embed/minilm/model.ts';
import { partsFrom } from '../../../src/embed/minilm/parts.ts';
import { selfTest } from '../../../src/embed/self-test/self-test.ts';
import { dot } from '../../../src/lib/vector-math.ts';
import { randomFrom } from '../../../scripts/random.ts';
import { spoiltMiniLm } from '../../support/spoilt-minilm.ts';

const parts = partsFrom(diskFiles());

/** The model with its words replaced by `change`. The special tokens before the first word stay as they are. */
function withVocabulary(change: (words: string[]) => string[]): Parts {
  const entries = readFileSync(`public/${vocabularyPath}`, 'utf8').trimEnd().split('\n');
  const first = entries.indexOf('[MASK]') + 1;
  const changed = [...entries.slice(0, first), ...change(entries.slice(first))].join('\n');
  return { ...parts, vocabulary: async () => new TextEncoder().encode(changed) };
}

function shuffled(words: string[], share: number): string[] {
  const random = randomFrom(1);
  const positions = words.map((_, position) => position).filter(() => random() < share);
  const targets = positions
    .map((position) => ({ position, order: random() }))
    .sort((one, other) => one.order - other.order);
  const result = [...words];
  for (const [index, position] of positions.entries()) result[targets[index]!.position] = words[position]!;
  return result;
}

const faults: Array<[string, (words: string[]) => string[]]> = [
  ['all of its vocabulary shuffled', (words) => shuffled(words, 1)],
  ['most of its vocabulary shuffled', (words) => shuffled(words, 0.75)],
  ['a line missing from its vocabulary', (words) => words.slice(1)],
];

describe('MiniLM', () => {
  test('passes its self-test', async () => {
    await expect(selfTest(await loadFromDisk(), proof)).resolves.toBeUndefined();
  });

  test.each(faults)('is refused with %s', async (_, change) => {
    const runner = await minilm(withVocabulary(change));
    await expect(selfTest(runner, proof)).rejects.toMatchObject({ check: 'proof' });
  });

  test.each(faults)('is refused with %s, even if the self-test has no known vector', async (_, change) => {
    const runner = await minilm(withVocabulary(change));
    await expect(selfTest(runner)).rejects.toMatchObject({ check: 'meaning' });
  });
});

/**
 * A published model library (the compiled code that web-llm runs) for Arctic S scales attention by 1 instead of 1/√32.
 * MiniLM's heads are as wide as those of Arctic S, so this factor gives MiniLM the same fault.
 */
const wrongScale = { attentionScale: Math.sqrt(32) };

describe('the real weights in a faulty model library', () => {
  test('are refused if attention has the wrong scale, which only the known vector shows', async () => {
    const [right, wrong] = [await spoiltMiniLm(), await spoiltMiniLm(wrongScale)];
    const [rightVector] = await right.embed(['hello world'], 'passage');
    const [wrongVector] = await wrong.embed(['hello world'], 'passage');
    expect(dot(rightVector!, wrongVector!)).toBeLessThan(0.92);
    await expect(selfTest(right, proof)).resolves.toBeUndefined();
    await expect(selfTest(wrong, proof)).rejects.toMatchObject({ check: 'proof' });
    await expect(selfTest(wrong)).resolves.toBeUndefined();
  });

  test('are refused if the mask is ignored', async () => {
    await expect(selfTest(await spoiltMiniLm({ ignoresMask: true }), proof)).rejects.toMatchObject({
      check: 'padding',
    });
  });
});
