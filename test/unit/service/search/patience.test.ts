import { beforeEach, describe, expect, it } from 'vitest';
import type { Embedder } from '../../../../src/service/ports/embedder.ts';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { naiveVectors } from '../../../support/naive-vectors.ts';
import { testService, type TestService } from '../../../support/service.ts';
import { standInEmbedder } from '../../../support/stand-in-model.ts';

const never = () => new Promise<never>(() => {});
const unresponsiveModels: [what: string, current: () => Promise<Embedder>][] = [
  ['is never loaded', never],
  ['never answers', async () => ({ ...standInEmbedder(), query: never, passages: never })],
];

describe.each(unresponsiveModels)('a model that %s', (_, current) => {
  let host: TestService;

  beforeEach(async () => {
    const vectors = naiveVectors(standInEmbedder());
    host = testService(inMemoryStore(), { meaning: { embedders: { current }, vectors: () => vectors, timeoutMs: 20 } });
    await host.send('POST', '/memories', { content: 'quiet please' });
  });

  it('makes a search fall back to mode keyword, and no error is reported', async () => {
    for (const mode of ['hybrid', 'semantic']) {
      const { body } = await host.send('POST', '/memories/search', { query: 'quiet', mode });
      expect(body).toMatchObject({ mode: 'keyword', coverage: 0, memories: [{ content: 'quiet please' }] });
    }
    expect(host.faults).toEqual([]);
  });

  it('makes a search with `like`, which has no fallback, return 503 with the reason', async () => {
    const { status, body } = await host.send('POST', '/memories/search', { like: { text: 'quiet' } });
    expect([status, body.error.message]).toEqual([503, 'The model takes too long to respond.']);
  });
});
