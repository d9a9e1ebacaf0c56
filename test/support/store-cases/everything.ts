import type { StoreReader } from '../../../src/service/ports/store.ts';
import { idOf } from './rows.ts';

const most = 100;

/**
 * What a reader returns from a small store, to compare with another store or a later state. Idempotency rows and
 * settings are read only under the names below.
 */
export async function everything(reader: StoreReader): Promise<Record<string, unknown>> {
  const live = await reader.listMemories({ deleted: false, limit: most });
  const collections = await reader.listCollections({ limit: most });
  const tags = await reader.listTags({ prefix: '', limit: most });
  const tokens = await reader.listTokens({ limit: most });
  const within = collections.map(({ id }) => id);
  return {
    live,
    collections,
    tags,
    tokens,
    trash: await reader.listMemories({ deleted: true, limit: most }),
    changes: await reader.changes(0, most),
    lastSeq: await reader.lastSeq(),
    byTag: await Promise.all(
      tags.map(({ key }) => reader.listMemories({ deleted: false, tagKeys: [key], limit: most })),
    ),
    bySource: await Promise.all(live.map(({ source }) => reader.listMemories({ deleted: false, source, limit: most }))),
    byUrl: await Promise.all(
      live.map(({ url }) => reader.listMemories({ deleted: false, url: url ?? undefined, limit: most })),
    ),
    byCollection: await Promise.all(
      within.map((id) => reader.listMemories({ deleted: false, collections: [id], limit: most })),
    ),
    tagsWithin: await reader.listTags({ within, prefix: '', limit: most }),
    counts: [
      await reader.countMemories(),
      await reader.countMemories(within),
      await reader.countTrash(),
      await reader.usage(),
    ],
    byKey: await Promise.all(collections.map(({ key }) => reader.collectionByKey(key))),
    answers: await Promise.all(['one', 'two'].map((key) => reader.idempotency(idOf('tok', 1), 'createMemory', key))),
    settings: await Promise.all(['colour', 'shape'].map((name) => reader.setting(name))),
  };
}
