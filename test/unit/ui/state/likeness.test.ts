import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { Embedder } from '../../../../src/service/ports/embedder.ts';
import { loadFromDisk } from '../../../../src/embed/minilm/load-from-disk.ts';
import { dot } from '../../../../src/lib/vector-math.ts';
import { strengthOf } from '../../../../src/service/search/meaning.ts';
import { isSamePageTwice, saysTheSame } from '../../../../src/ui/state/likeness.ts';
import type { Memory } from '../../../../src/v1/schemas/memory.ts';

type Pair = [string, string];
const labelled: { same: Pair[]; other: Pair[] } = JSON.parse(
  readFileSync('test/fixtures/near-duplicates.json', 'utf8'),
);

let model: Embedder;
beforeAll(async () => {
  model = await loadFromDisk();
});

async function strength([one, other]: Pair): Promise<number> {
  const [of, to] = await Promise.all([one, other].map((text) => model.query(text)));
  return strengthOf(dot(of!.vector, to!.vector), model);
}

it('finds the labelled near-duplicates, and nothing else among pairs that look alike', async () => {
  const missed = [];
  for (const pair of labelled.same) if (!saysTheSame(...pair, await strength(pair))) missed.push(pair);
  const wrong = [];
  for (const pair of labelled.other) if (saysTheSame(...pair, await strength(pair))) wrong.push(pair);
  expect({ missed: missed.length <= labelled.same.length * 0.1 ? [] : missed, wrong }).toEqual({
    missed: [],
    wrong: [],
  });
});

it('compares saves of one page by their shingles', () => {
  const memory = (content: string, url = 'https://example.org/a') => ({ content, url }) as Memory;
  const text = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen';
  expect(isSamePageTwice(memory(text), memory(`${text} seventeen`))).toBe(true);
  expect(isSamePageTwice(memory(text), memory(`${text} seventeen`, 'https://example.org/b'))).toBe(false);
  expect(isSamePageTwice(memory(text), memory(text.slice(0, 40)))).toBe(false);
});
