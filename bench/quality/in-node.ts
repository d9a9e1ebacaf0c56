import { ownClient } from '../../src/client/index.ts';
import { idMaker } from '../../src/lib/ulid.ts';
import { keywordIndex } from '../../src/search/keyword/keyword-index.ts';
import type { ChangeFeed } from '../../src/service/ports/keyword-index.ts';
import { createService } from '../../src/service/app.ts';
import { feedsOf } from '../../src/service/search/feed.ts';
import type { Meaning } from '../../src/service/search/meaning.ts';
import { handleEnvelope } from '../../src/service/envelope.ts';
import { localOwner } from '../../src/service/vouched.ts';
import { inMemoryStore } from '../../scripts/in-memory-store/index.ts';
import { find } from './find.ts';
import { indexMemories } from './index-memories.ts';
import type { OpenLibrary } from './run.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const absent = {
  collection: null,
  url: null,
  title: null,
  capture: null,
  deletedAt: null,
  origin: null,
  chargedAt: null,
};
const commonFields = { createdAt, updatedAt: createdAt, source: 'popup', version: 1, tags: [], tagKeys: [], ...absent };

type IndexMeaning = (feed: ChangeFeed) => Promise<Meaning>;

/**
 * The service in this process, over the in-memory store. Unless `mode` is `keyword`, also searches the vector index
 * that `indexMeaning` fills. Writes the documents directly into the store, since they may be longer than the contract
 * allows.
 */
export const inNode =
  (indexMeaning: IndexMeaning): OpenLibrary =>
  async (documents, mode) => {
    const store = inMemoryStore();
    const index = keywordIndex();
    let now = Date.parse(createdAt);
    // Advances a second each time it is read, so no rate limit is reached.
    const clock = { now: () => (now += 1_000) };
    const newId = idMaker();
    const positions = new Map(documents.map(([position]) => [newId('mem', Date.parse(createdAt)), position]));
    const ids = [...positions.keys()];
    await store.write(localOwner, async (writer) => {
      for (const [position, [, content]] of documents.entries()) {
        await writer.putMemory({ ...commonFields, id: ids[position]!, content });
      }
    });
    const meaning = mode === 'keyword' ? undefined : await indexMeaning(await feedsOf(store)(localOwner));
    const service = createService({
      store,
      clock,
      keyword: () => index,
      ...(meaning && { meaning }),
      report: (fault) => console.error(fault),
    });
    const client = ownClient((request) => handleEnvelope(service, request, { source: 'popup' }));
    return { find: (text) => find(client, positions, text, mode), close: () => store.close() };
  };

/** Like {@link inNode}, with all memories indexed by the bundled model. */
export const openInNode: OpenLibrary = inNode((feed) => indexMemories(feed));
