import { expect, test } from 'vitest';
import { indexMemories } from '../../../../bench/quality/index-memories.ts';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { feedsOf } from '../../../../src/service/search/feed.ts';
import type { Meaning } from '../../../../src/service/search/meaning.ts';
import { localOwner } from '../../../../src/service/vouched.ts';
import type { SearchAnswer } from '../../../../src/v1/schemas/search.ts';
import { testService } from '../../../support/service.ts';

const visible = [
  'The ferry to the island leaves at six from the old harbour.',
  'Anna told me about a quiet hotel: room twelve, ask for the back.',
  'The harbour restaurant closes on Mondays.',
];
/** Hidden memories with all words of the query. If they counted, the statistics of these words would change a lot. */
const hidden = Array.from({ length: 40 }, (_, number) => `When does the boat to the harbour leave? Day ${number}.`);
const query = 'when does the boat leave the harbour';

let meaning: Meaning;
const host = testService(inMemoryStore(), {
  meaning: { embedders: { current: () => meaning.embedders.current() }, vectors: (owner) => meaning.vectors(owner) },
});

const indexAll = async (tokens = 1) =>
  (meaning = await indexMemories(await feedsOf(host.store)(localOwner), { vectors: 1, tokens }));

const answers = async (token?: string) => {
  const { body } = await host.send(
    'POST',
    '/memories/search',
    { query, limit: 50 },
    token === undefined ? {} : { token },
  );
  const { memories, mode } = body as SearchAnswer;
  expect(mode).toBe('hybrid');
  return memories.map(({ content, score, match }) => ({ content, score, match }));
};

const scoreOf = (hits: Awaited<ReturnType<typeof answers>>) =>
  hits.find(({ content }) => content === visible[0])!.score;

test('with token vectors, the scores that a limited token gets don’t depend on the memories that it can’t see', async () => {
  const { id: collection } = (await host.send('POST', '/collections', { name: 'mine' })).body;
  const limited = await host.token({ scopes: ['memories:read'], collections: [collection] });
  for (const content of visible) await host.send('POST', '/memories', { content, collection });
  await indexAll();
  const before = await answers(limited);
  expect(before).toEqual(await answers());
  for (const content of hidden) await host.send('POST', '/memories', { content });
  await indexAll();
  expect(await answers(limited)).toEqual(before);
  // Control: a caller that sees the hidden memories gets another score for a visible memory.
  expect(scoreOf(await answers())).not.toBe(scoreOf(before));
  // Control: without late interaction, the score differs.
  await indexAll(0);
  expect(scoreOf(await answers(limited))).not.toBe(scoreOf(before));
});
