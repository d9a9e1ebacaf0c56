import { beforeAll, describe, expect, test } from 'vitest';
import { bundledModel } from '../../../bench/quality/bundled-model.ts';
import { inNode } from '../../../bench/quality/in-node.ts';
import { indexMemories } from '../../../bench/quality/index-memories.ts';
import { withPassageCache } from '../../../bench/quality/partly-indexed.ts';
import { figuresOf } from '../../../bench/quality/run.ts';
import { tokenWidth } from '../../../src/embed/minilm/kernel-run.ts';
import { packed } from '../../../src/lib/four-bit.ts';
import { passageTokens } from '../../../src/lib/passage-tokens.ts';
import type { Embedder } from '../../../src/service/ports/embedder.ts';
import type { VectorIndex } from '../../../src/service/ports/vector-index.ts';
import { everydaySet } from '../../everyday/everyday.ts';

type TokensOf = VectorIndex['tokensOf'];

const withTokensOf = (index: VectorIndex, tokensOf: (original: TokensOf) => TokensOf): VectorIndex =>
  new Proxy(index, {
    get: (target, name) => (name === 'tokensOf' ? tokensOf(target.tokensOf) : Reflect.get(target, name)),
  });

/** The stored tokens of a passage with a single token vector, which is unrelated to every query. */
const unrelated = passageTokens(packed(new Float32Array(tokenWidth).fill(-1 / Math.sqrt(tokenWidth)), tokenWidth));

describe('search while a share of the memories has token vectors', () => {
  let model: Embedder;
  let without: number;

  /**
   * The quality of search (nDCG) for questions with other words than the notes. `share`: the share of notes with token
   * vectors, from 0 to 1, newest notes first.
   */
  async function quality(share: number, tokensOf = (original: TokensOf): TokensOf => original): Promise<number> {
    const open = inNode(async (feed) => {
      const { vectors, ...meaning } = await indexMemories(feed, { vectors: 1, tokens: share }, async () => model);
      return { ...meaning, vectors: (owner) => withTokensOf(vectors(owner), tokensOf) };
    });
    return (await figuresOf(everydaySet('meaning'), open, 'hybrid')).ndcg10;
  }

  beforeAll(async () => {
    model = withPassageCache(await bundledModel());
    without = await quality(0);
  });

  test.each([0.25, 0.5, 0.75])('a share of %d: isn’t worse than without token vectors', async (share) => {
    expect(await quality(share)).toBeGreaterThanOrEqual(without);
  });

  test('a share of 1: is better than without token vectors', async () => {
    expect(await quality(1)).toBeGreaterThan(without);
  });

  test.each([0.25, 0.5, 0.75])(
    'control: a share of %d: is worse if the memories without token vectors count as unrelated',
    async (share) => {
      const unrelatedIfAbsent = (original: TokensOf) => async (passages: Parameters<TokensOf>[0]) => {
        const found = await original(passages);
        return new Map(passages.map(({ id }) => [id, found.get(id) ?? unrelated]));
      };
      expect(await quality(share, unrelatedIfAbsent)).toBeLessThan(without);
    },
  );
});
