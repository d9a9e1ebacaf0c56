import type { Embedder } from '../../src/service/ports/embedder.ts';
import { inMemoryStore } from '../../scripts/in-memory-store/index.ts';
import { naiveVectors, type NaiveVectors } from './naive-vectors.ts';
import { testService, type TestService } from './service.ts';
import { standInEmbedder } from './stand-in-model.ts';

/** A service that searches by meaning with a stand-in model. Vectors and model can be replaced at any time. */
export interface MeaningHost extends TestService {
  vectors: NaiveVectors;
  current: () => Promise<Embedder>;
  /** Returns the new memory's id. */
  save(content: string, fields?: object): Promise<string>;
}

export function meaningHost(): MeaningHost {
  const parts = { vectors: naiveVectors(standInEmbedder()), current: async () => standInEmbedder() };
  const service = testService(inMemoryStore(), {
    meaning: { embedders: { current: () => parts.current() }, vectors: () => parts.vectors },
  });
  return Object.assign(parts, service, {
    save: async (content: string, fields: object = {}): Promise<string> =>
      (await service.send('POST', '/memories', { content, ...fields })).body.id,
  });
}
