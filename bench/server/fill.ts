import { bundled } from '../../src/embed/registry.ts';
import { postgresKeyword } from '../../src/search/postgres/keyword/keyword-index.ts';
import { indexingQueue } from '../../src/search/postgres/vector/indexing-queue.ts';
import { exactLimit } from '../../src/search/postgres/vector/nearest-by-vector.ts';
import { createGraphSql, prepareVectorTables } from '../../src/search/postgres/vector/vector-tables.ts';
import type { ServerParts } from '../../src/server/compose.ts';
import type { SqlDatabase } from '../../src/service/ports/sql.ts';
import { localOwner } from '../../src/service/ports/store.ts';
import { handleEnvelope } from '../../src/service/envelope.ts';
import { feedsOf } from '../../src/service/search/feed.ts';
import { administratorToken } from '../../conformance/host.ts';
import { randomFrom } from '../../scripts/random.ts';
import { rowsOf, seed } from '../search/rows.ts';

const batch = 1_000;

/**
 * Writes `size` notes into an empty database and indexes them. Returns an administrator's token with a high rate limit.
 * The vectors are random, since a model would take an hour. An exact comparison costs the same for any values, and
 * random vectors are the hardest for a graph of nearest neighbours (HNSW).
 */
export async function fillWithNotes({ database, store, users, service }: ServerParts, size: number): Promise<string> {
  await users.add(localOwner, Date.now());
  const rows = rowsOf(size);
  for (let start = 0; start < size; start += batch) {
    await store.write(localOwner, async (writer) => {
      for (const row of rows.slice(start, start + batch)) await writer.putMemory({ ...row, collection: null });
    });
  }
  const feed = await feedsOf(store)(localOwner);
  await postgresKeyword(database)(localOwner).catchUp(feed);
  await prepareVectorTables(database, bundled.model);
  const queue = indexingQueue(database, bundled.model);
  const random = randomFrom(seed);
  for (;;) {
    const claims = await queue.claim(batch);
    if (claims.length === 0) break;
    await Promise.all(
      claims.map((claim) =>
        queue.keep(claim, 0, [{ start: 0, end: 1, vector: randomUnitVector(bundled.model.dimensions, random) }]),
      ),
    );
  }
  if (size > exactLimit) await putAllIntoGraph(database);
  await database.query('vacuum analyze');
  return administratorToken((envelope) => handleEnvelope(service, envelope, { source: 'popup' }));
}

/** Builds the graph of all vectors at once. The server adds vectors in small steps, which takes ten times as long. */
async function putAllIntoGraph(database: SqlDatabase): Promise<void> {
  await database.transaction('long write', async (sql) => {
    await sql.query(`set local maintenance_work_mem = '400MB'`);
    await sql.query('drop index search_windows_graph');
    await sql.query('update search_windows set graphed = true');
    await sql.query('update search_owners set graphed = true');
    await sql.query(createGraphSql);
  });
}

export function randomUnitVector(dimensions: number, random: () => number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => random() + random() + random() - 1.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
