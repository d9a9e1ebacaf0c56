import { expect, test } from 'vitest';
import { keywordIndex } from '../../../../src/search/keyword/keyword-index.ts';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { testService } from '../../../support/service.ts';

test('a search that uses the index twice also finds a memory saved between the two uses', async () => {
  const index = keywordIndex();
  let between = async () => {};
  const host = testService(inMemoryStore(), {
    index: {
      ...index,
      get seq() {
        return index.seq;
      },
      async containing(...query) {
        const ids = await index.containing(...query);
        await between();
        return ids;
      },
    },
  });
  await host.send('POST', '/memories', { content: 'a quiet inn' });
  const search = async (not: string) => {
    const filters = { phrases: ['quiet inn'], not: [not] };
    const { body } = await host.send('POST', '/memories/search', { query: 'quiet', mode: 'keyword', filters });
    return (body.memories as { content: string }[]).map(({ content }) => content).toSorted();
  };
  expect(await search('loud')).toEqual(['a quiet inn']);
  between = async () => {
    between = async () => {};
    await host.send('POST', '/memories', { content: 'another quiet inn' });
    // Another search makes the index catch up.
    await host.send('POST', '/memories/search', { query: 'quiet', mode: 'keyword' });
  };
  // Excludes another phrase than the first search: with the same filters, this search would use the index only once.
  expect(await search('noisy')).toEqual(['a quiet inn', 'another quiet inn']);
});
