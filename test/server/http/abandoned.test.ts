import { expect, test } from 'vitest';
import { gatedEmbedder } from '../../support/gated-embedder.ts';
import { naiveVectors } from '../../support/naive-vectors.ts';
import { testHttpServer } from '../../support/server/http-server.ts';
import { standInEmbedder } from '../../support/stand-in-model.ts';

test('when a client disconnects, aborts its running search and never embeds its waiting searches', async () => {
  const model = gatedEmbedder();
  const vectors = naiveVectors(standInEmbedder());
  const { base, token } = await testHttpServer({
    meaning: { embedders: { current: async () => model.embedder }, vectors: () => vectors },
  });
  const post = (path: string, body: object, signal: AbortSignal | null = null) =>
    fetch(`${base}/v1/memories${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
  const like = (text: string, signal?: AbortSignal) => post('/search', { like: { text } }, signal);
  await post('', { content: 'quiet hotel' });

  const leaving = new AbortController();
  const running = like('running', leaving.signal);
  await model.waitUntilStarted(1);
  const waiting = [1, 2, 3, 4].map((number) => like(`waiting ${number}`, leaving.signal));
  // The response to a later request shows that these searches have arrived.
  expect((await post('/search', { query: 'quiet', mode: 'keyword' })).status).toBe(200);
  leaving.abort();
  await expect(Promise.all([running, ...waiting])).rejects.toThrow();

  const kept = like('kept');
  expect(await model.waitUntilStarted(2)).toEqual(['running', 'kept']);
  expect(model.aborted).toEqual(['running']);
  model.open();
  expect((await kept).status).toBe(200);
  expect(model.started).toEqual(['running', 'kept']);
});
