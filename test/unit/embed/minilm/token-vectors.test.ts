import { expect, test } from 'vitest';
import { loadFromDisk } from '../../../../scripts/minilm-from-disk.ts';
import { tokenWidth } from '../../../../src/embed/minilm/kernel-run.ts';
import { readPassageTokens } from '../../../../src/lib/passage-tokens.ts';
import type { Passage } from '../../../../src/service/ports/embedder.ts';
import { interactionScore } from '../../../../src/service/search/late-interaction.ts';

const embedder = await loadFromDisk();

const vectorsOf = ({ tokens }: Passage) => readPassageTokens(tokens!, tokenWidth).vectors;

async function scoreOf(query: string, note: string): Promise<number> {
  const [{ tokens }, [passage]] = [await embedder.query(query), await embedder.passages(note)];
  return interactionScore(tokens!, vectorsOf(passage!), tokenWidth);
}

test('a note scores highest for its own words, lower for a paraphrase, lowest for another subject', async () => {
  const note = 'The plumber repaired the boiler on Tuesday.';
  const same = await scoreOf('plumber repaired boiler tuesday', note);
  const near = await scoreOf('who fixed our heating', note);
  const far = await scoreOf('tickets for the opera', note);
  expect(same).toBeGreaterThan(0.7);
  expect(near).toBeLessThan(same);
  expect(far).toBeLessThan(near - 0.05);
});

test('a query’s rare words weigh more than its common words', async () => {
  const { tokens } = await embedder.query('the boiler');
  const [the, boiler] = tokens!.weights;
  expect(tokens!.vectors).toHaveLength(2 * tokenWidth);
  expect(boiler).toBeGreaterThan(4 * the!);
});

test('stores vectors for the start token and for words that aren’t stop words, at most 160', async () => {
  const countOf = async (text: string) => vectorsOf((await embedder.passages(text))[0]!).length / tokenWidth;
  expect(await countOf('the cat, and the dog!')).toBe(3);
  expect(await countOf('...')).toBe(1);
  expect(await countOf('boiler '.repeat(230))).toBe(160);
});
