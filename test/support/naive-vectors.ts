import { isWithinSite, siteOf } from '../../src/lib/site.ts';
import type { ChangeFeed, IndexFilters } from '../../src/service/ports/keyword-index.ts';
import type { MemoryRow } from '../../src/service/ports/rows.ts';
import type { Embedder, Passage } from '../../src/service/ports/embedder.ts';
import type { VectorHit, VectorIndex, VectorWriter } from '../../src/service/ports/vector-index.ts';

function dot(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) throw new RangeError('Vectors of different models.');
  return one.reduce((sum, value, index) => sum + value * other[index]!, 0);
}

const passes = (
  row: MemoryRow,
  {
    collections,
    tagKeys = [],
    source = row.source,
    createdAfter = '',
    createdBefore = '~',
    site,
    only = [row.id],
    without = [],
  }: IndexFilters,
  within?: string[],
) =>
  [collections, within].every((allowed) => allowed === undefined || allowed.includes(row.collection!)) &&
  tagKeys.every((key) => row.tagKeys.includes(key)) &&
  row.source === source &&
  row.createdAt > createdAfter &&
  row.createdAt < createdBefore &&
  (site === undefined || (row.url !== null && isWithinSite(siteOf(row.url), site))) &&
  only.includes(row.id) &&
  !without.includes(row.id);

export type NaiveVectors = ReturnType<typeof naiveVectors>;

/**
 * A minimal in-memory vector index that scans everything, so that its results are easy to verify. With `embedder`, it
 * indexes every change at once.
 */
export function naiveVectors(embedder?: Embedder) {
  const rows = new Map<string, MemoryRow>();
  const stored = new Map<string, { text: string; passages: Passage[] }>();
  let seq = 0;
  let currentModel: string | undefined;
  const requestedModels = new Set<string>();
  const isIndexed = (row: MemoryRow, model = currentModel) => stored.get(`${model} ${row.id}`)?.text === row.content;
  const passagesOf = (row: MemoryRow) => (isIndexed(row) ? stored.get(`${currentModel} ${row.id}`)!.passages : []);
  const newestFirst = () =>
    [...rows.values()].sort((one, other) => (one.createdAt + one.id < other.createdAt + other.id ? 1 : -1));

  const index = {
    get model() {
      return currentModel;
    },
    async catchUp(feed: ChangeFeed) {
      for (const { kind, row } of await feed.changes(seq, Number.MAX_SAFE_INTEGER)) {
        seq = row.seq;
        if (kind === 'memory' && row.deletedAt === null) rows.set(row.id, row);
        else rows.delete(row.id);
      }
      if (embedder !== undefined) await index.indexWith(embedder);
    },
    async search({ vector, filters, within, limit, also = [] }) {
      const hits = newestFirst()
        .filter((row) => passes(row, filters, within))
        .flatMap((row): VectorHit[] =>
          passagesOf(row)
            .map((passage, index) => ({
              id: row.id,
              cosine: dot(passage.vector, vector),
              passage: { ...passage, index },
            }))
            .sort((one, other) => other.cosine - one.cosine)
            .slice(0, 1),
        );
      return hits
        .sort((one, other) => other.cosine - one.cosine)
        .filter(({ id }, index) => index < limit || also.includes(id));
    },
    async coverage(filters, within) {
      const passing = newestFirst().filter((row) => passes(row, filters, within));
      return { indexed: passing.filter((row) => isIndexed(row)).length, total: passing.length };
    },
    progress: (model: string) => ({
      indexed: newestFirst().filter((row) => isIndexed(row, model)).length,
      total: rows.size,
    }),
    async vectorOf(id) {
      const passages = rows.has(id) ? passagesOf(rows.get(id)!) : [];
      const sum = passages[0]?.vector.map((_, index) =>
        passages.reduce((total, { vector }) => total + vector[index]!, 0),
      );
      return sum?.map((value) => value / Math.hypot(...sum));
    },
    tokensOf: async (passages) =>
      new Map(
        passages.flatMap(({ id, index }) => {
          const { tokens } = (rows.has(id) ? passagesOf(rows.get(id)!)[index] : undefined) ?? {};
          return tokens === undefined ? [] : [[id, tokens] as const];
        }),
      ),
    async unindexed({ id: model }, limit) {
      const left = newestFirst().filter((row) => !isIndexed(row, model));
      requestedModels.add(model);
      if (left.length === 0 || currentModel === undefined) currentModel = model;
      return left.slice(0, limit).map((row) => ({ id: row.id, text: row.content, textHash: row.content }));
    },
    async unindexedMeanwhile(model, limit) {
      if (model !== currentModel) return [];
      const left = newestFirst().filter((row) => !isIndexed(row, model));
      return left.slice(0, limit).map((row) => ({ id: row.id, text: row.content, textHash: row.content }));
    },
    async keep(model, { id, textHash }, passages) {
      if (rows.get(id)?.content === textHash) stored.set(`${model} ${id}`, { text: textHash, passages });
    },
    async finish(model) {
      currentModel = model;
    },
    async searchWith(model) {
      if (requestedModels.has(model)) currentModel = model;
    },
    /** Indexes at most `most` memories, newest first. */
    async indexWith(embedder: Embedder, most = Infinity) {
      for (const pending of await index.unindexed(embedder.model, most))
        await index.keep(embedder.model.id, pending, await embedder.passages(pending.text));
      await index.unindexed(embedder.model, 0);
    },
  } satisfies VectorIndex & VectorWriter & Record<string, unknown>;
  return index;
}
