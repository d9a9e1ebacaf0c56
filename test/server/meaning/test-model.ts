import type { Model } from '../../../src/service/ports/embedder.ts';

/** The model of the vectors that `passagesOf` (test/unit/search/vector/fixtures.ts) makes. */
export const testModel: Model = {
  id: 'a model',
  name: 'A model',
  dimensions: 24,
  languages: ['en'],
  cosines: { unrelated: 0, same: 1 },
  certain: { keyword: 1, semantic: 1 },
};
