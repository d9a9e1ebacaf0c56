import type { Model } from '../../../src/service/ports/embedder.ts';

/** A model whose vectors are made by `passagesOf`, from the tests of the vector index. */
export const testModel: Model = {
  id: 'a model',
  name: 'A model',
  dimensions: 24,
  languages: ['en'],
  cosines: { unrelated: 0, same: 1 },
  certain: { keyword: 1, semantic: 1 },
};
