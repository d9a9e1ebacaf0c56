import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Embedder } from '../../../../src/service/ports/embedder.ts';
import { bundledEmbedder } from '../../../../src/embed/bundled/embedder.ts';
import { diskFiles } from '../../../../src/embed/files/disk-files.ts';
import { dot } from '../../../../src/lib/vector-math.ts';
import { strengthOf } from '../../../../src/service/search/meaning.ts';
import { withSimilarWording, pagesSavedTwice, saysTheSame } from '../../../../src/ui/state/likeness.ts';
import type { Memory } from '../../../../src/v1/schemas/memory.ts';
import { checkProperty } from '../../../support/property.ts';

type Pair = [string, string];
const labelled: { same: Pair[]; other: Pair[] } = JSON.parse(
  readFileSync('test/fixtures/near-duplicates.json', 'utf8'),
);

let model: Embedder;
beforeAll(async () => {
  model = await bundledEmbedder(diskFiles());
});

async function strength([one, other]: Pair): Promise<number> {
  const [from, to] = await Promise.all([one, other].map(async (text) => (await model.passages(text))[0]!.vector));
  return strengthOf(dot(model.queryLike(from!).vector, to!), model);
}

it('finds at least 90% of the pairs labelled as near-duplicates, and no other pair that looks similar', async () => {
  const missed = [];
  for (const pair of labelled.same) if (!saysTheSame(...pair, await strength(pair))) missed.push(pair);
  const wrong = [];
  for (const pair of labelled.other) if (saysTheSame(...pair, await strength(pair))) wrong.push(pair);
  expect({ missed: missed.length <= labelled.same.length * 0.1 ? [] : missed, wrong }).toEqual({
    missed: [],
    wrong: [],
  });
});

it('finds two nearly equal saves of one page, but not of two pages', async () => {
  const memory = (content: string, url = 'https://example.org/a') => ({ content, url }) as Memory;
  const text = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen';
  const pairsWith = (other: Memory) => Array.fromAsync(pagesSavedTwice([memory(text), other]));
  expect(await pairsWith(memory(`${text} seventeen`))).toHaveLength(1);
  expect(await pairsWith(memory(`${text} seventeen`, 'https://example.org/b'))).toEqual([]);
  expect(await pairsWith(memory(text.slice(0, 40)))).toEqual([]);
});

it('finds the same near-duplicates as a comparison of every memory with every other', async () => {
  const text = fc.array(fc.constantFrom(...'abcdefghijk12'), { maxLength: 8 }).map((words) => words.join(' '));
  await checkProperty(
    'memories with similar words',
    fc.asyncProperty(fc.array(text, { maxLength: 30 }), async (texts) => {
      const memories = texts.map((content) => ({ content }) as Memory);
      const alike = memories.filter((one) =>
        memories.some((other) => one !== other && saysTheSame(one.content, other.content, 1)),
      );
      expect(await withSimilarWording(memories)).toEqual(alike);
    }),
    { seed: 16, runs: 300, seconds: 1 },
  );
});
