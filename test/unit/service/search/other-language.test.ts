import { beforeEach, describe, expect, it } from 'vitest';
import { packed } from '../../../../src/lib/four-bit.ts';
import { passageTokens } from '../../../../src/lib/passage-tokens.ts';
import type { Embedder } from '../../../../src/service/ports/embedder.ts';
import type { SearchAnswer } from '../../../../src/v1/schemas/search.ts';
import { meaningHost, type MeaningHost } from '../../../support/meaning.ts';
import { naiveVectors } from '../../../support/naive-vectors.ts';
import { standInEmbedder, standInModel } from '../../../support/stand-in-model.ts';

const width = 4;
const tokens = (...values: number[]) => passageTokens(packed(Float32Array.from(values), width));
const isGerman = (text: string) => /gasthaus/.test(text);

/** A model whose token vectors are 0 for German texts. It returns no token vectors for texts that contain "unread". */
function model(): Embedder {
  const embedder = standInEmbedder({
    ...standInModel,
    tokenWidth: width,
    certain: { keyword: 0.5, semantic: 0.5, otherLanguage: 0.9 },
  });
  return {
    ...embedder,
    query: async (text) => ({
      ...(await embedder.query(text)),
      tokens: { vectors: Float32Array.of(1, 0, 0, 0), weights: Float32Array.of(1) },
    }),
    passages: async (text) =>
      (await embedder.passages(text)).map((passage) => ({
        ...passage,
        ...(!text.includes('unread') && { tokens: isGerman(text) ? tokens(0, 0, 0, 0) : tokens(1, 0, 0, 0) }),
      })),
  };
}

let host: MeaningHost;

beforeEach(() => {
  host = meaningHost();
  host.vectors = naiveVectors(model());
  host.current = async () => model();
});

async function certainty(
  mode: 'semantic' | 'hybrid',
  body: object = { query: 'hotel' },
): Promise<Record<string, boolean>> {
  const { memories } = (await host.send('POST', '/memories/search', { ...body, mode })).body as SearchAnswer;
  return Object.fromEntries(memories.map(({ content, match }) => [content, match.certain]));
}

describe('a hit in another language than the query', () => {
  it.each(['semantic', 'hybrid'] as const)(
    'is certain in mode %s only if it reaches the higher bound',
    async (mode) => {
      await host.save('the gasthaus');
      await host.save('the inn');
      expect(await certainty(mode)).toEqual({ 'the gasthaus': false, 'the inn': true });
      await host.save('gasthaus');
      expect(await certainty(mode)).toMatchObject({ gasthaus: true });
    },
  );

  it('needs the higher bound even while a candidate lacks token vectors', async () => {
    await host.save('the gasthaus');
    await host.save('the inn, unread');
    expect(await certainty('hybrid')).toEqual({ 'the gasthaus': false, 'the inn, unread': true });
  });

  it('needs the higher bound in a search with `like`, too', async () => {
    await host.save('the gasthaus');
    await host.save('the inn');
    expect(await certainty('semantic', { like: { text: 'hotel' } })).toEqual({
      'the gasthaus': false,
      'the inn': true,
    });
  });
});
