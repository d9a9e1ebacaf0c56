import { startIndexer } from '../../../src/server/meaning/indexer.ts';
import { postgres } from '../../../src/server/database/postgres.ts';
import type { Embedder } from '../../../src/service/ports/embedder.ts';
import { feedsOf } from '../../../src/service/search/feed.ts';
import { postgresStore } from '../../../src/store/postgres/index.ts';
import { passagesOf } from '../../unit/search/vector/fixtures.ts';
import { testModel } from './test-model.ts';

/*
 * A process that indexes until it is killed: `indexing-process.ts URL CLAIM_MS`. Prints each text that it embeds, as a
 * line of JSON.
 */
const [url = '', claimMs] = process.argv.slice(2);
const database = await postgres(url);
const embedder: Embedder = {
  model: testModel,
  query: async () => ({ vector: new Float32Array() }),
  queryLike: (vector) => ({ vector }),
  familiarity: async () => 1,
  async passages(text) {
    console.log(JSON.stringify(text));
    return passagesOf(text, testModel.id, testModel.dimensions);
  },
};
startIndexer({
  database,
  model: testModel,
  embedders: { current: async () => embedder },
  feedOf: feedsOf(postgresStore(database)),
  report: (error) => console.error(error),
  claimMs: Number(claimMs),
  intervals: { restMs: 50, afterFailureMs: 50, longestMs: 200 },
});
