import { beforeEach, expect, it } from 'vitest';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { keywordIndex } from '../../../../src/search/keyword/keyword-index.ts';
import type { ChangeFeed } from '../../../../src/service/ports/keyword-index.ts';
import { testService, type TestService } from '../../../support/service.ts';

let host: TestService;
/** Lets the index read one more page of changes. */
let letRead: () => void;

beforeEach(async () => {
  const index = keywordIndex();
  let gate = Promise.withResolvers<void>();
  letRead = () => {
    gate.resolve();
    gate = Promise.withResolvers();
  };
  const slow = (feed: ChangeFeed): ChangeFeed => ({
    ...feed,
    async changes(seq, limit) {
      await gate.promise;
      return feed.changes(seq, Math.min(limit, 1));
    },
  });
  host = testService(inMemoryStore(), {
    catchUpMs: 30,
    index: {
      ...index,
      get seq() {
        return index.seq;
      },
      catchUp: (feed) => index.catchUp(slow(feed)),
    },
  });
  for (const content of ['quiet please', 'a silent inn']) await host.send('POST', '/memories', { content });
});

const search = () => host.send('POST', '/memories/search', { query: 'quiet', mode: 'keyword' });

it('a search reports the progress of a slow index and when to retry', async () => {
  const first = await search();
  expect([first.status, first.headers.get('retry-after'), first.body.error]).toEqual([
    503,
    '2',
    {
      code: 'unavailable',
      message: 'Search is getting ready after many changes (0% done). Try again in a moment.',
      retryAfter: 2,
    },
  ]);
  letRead();
  expect((await search()).body.error.message).toContain('(50% done)');
});

it('a slow index catches up in the background until a search returns every match', async () => {
  await search();
  letRead();
  await search();
  letRead();
  await expect.poll(async () => (await search()).status).toBe(200);
  expect((await search()).body.memories).toMatchObject([{ content: 'quiet please' }]);
  expect(host.faults).toEqual([]);
});
