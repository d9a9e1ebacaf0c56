import type { Model } from '../../../src/service/ports/embedder.ts';

/** Its vectors are those of `passagesOf` in the tests of the vector index. */
export const readerModel: Model = {
  id: 'a model',
  name: 'A model',
  dimensions: 24,
  languages: ['en'],
  cosines: { strange: 0, same: 1 },
  certain: { keyword: 1, semantic: 1 },
};
