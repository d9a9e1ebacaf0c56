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

/** Replaces a method of the index; all others stay. */
const withTokensOf = (index: VectorIndex, tokensOf: (own: TokensOf) => TokensOf): VectorIndex =>
  new Proxy(index, {
    get: (target, name) => (name === 'tokensOf' ? tokensOf(target.tokensOf) : Reflect.get(target, name)),
  });

/** A token vector of a memory that is unlike any query. */
const unlike = passageTokens(packed(new Float32Array(tokenWidth).fill(-1 / Math.sqrt(tokenWidth)), tokenWidth));

describe('while a share of the memories has token vectors', { timeout: 120_000 }, () => {
  let model: Embedder;
  let without: number;

  /** How high the wanted notes rank for questions in other words. The newest notes have token vectors. */
  async function quality(share: number, tokensOf = (own: TokensOf): TokensOf => own): Promise<number> {
    const open = inNode(async (feed) => {
      const { vectors, ...meaning } = await indexMemories(feed, { vectors: 1, tokens: share }, async () => model);
      return { ...meaning, vectors: (owner) => withTokensOf(vectors(owner), tokensOf) };
    });
    return (await figuresOf(everydaySet('meaning'), open, 'hybrid')).ndcg10;
  }

  beforeAll(async () => {
    model = withPassageCache(await bundledModel());
    without = await quality(0);
  }, 120_000);

  test.each([0.25, 0.5, 0.75])('of %d, search is never worse than without', async (share) => {
    expect(await quality(share)).toBeGreaterThanOrEqual(without);
  });

  test('of 1, it is better', async () => {
    expect(await quality(1)).toBeGreaterThan(without);
  });

  test.each([0.25, 0.5, 0.75])('control: of %d, it would be worse if the others counted as unlike', async (share) => {
    const unlikeIfAbsent = (own: TokensOf) => async (passages: Parameters<TokensOf>[0]) => {
      const found = await own(passages);
      return new Map(passages.map(({ id }) => [id, found.get(id) ?? unlike]));
    };
    expect(await quality(share, unlikeIfAbsent)).toBeLessThan(without);
  });
});
