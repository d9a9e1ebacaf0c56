import type { ChangeFeed } from '../../src/service/ports/keyword-index.ts';
import type { MemoryRow } from '../../src/service/ports/rows.ts';
import type { Passage } from '../../src/service/ports/embedder.ts';
import type { VectorHit, VectorIndex, VectorShelf } from '../../src/service/ports/vector-index.ts';

const dot = (one: Float32Array, other: Float32Array) => one.reduce((sum, value, place) => sum + value * other[place]!, 0);

/** A vector index at its plainest, in memory, without filters: what it answers is right by being looked at whole. */
export function naiveVectors(): VectorIndex & VectorShelf {
  const rows = new Map<string, MemoryRow>();
  /** By model and memory. */
  const kept = new Map<string, { text: string; passages: Passage[] }>();
  let seq = 0;
  let searched: string | undefined;
  const keptOf = (id: string, model = searched) => kept.get(`${model} ${id}`);
  const newestFirst = () => [...rows.values()].sort((one, other) => (one.createdAt + one.id < other.createdAt + other.id ? 1 : -1));
  const isRead = (row: MemoryRow, model: string | undefined) => keptOf(row.id, model)?.text === row.content;

  return {
    get model() {
      return searched;
    },
    async catchUp(feed: ChangeFeed) {
      for (const { kind, row } of await feed.changes(seq, Infinity)) {
        seq = row.seq;
        if (kind === 'memory' && row.deletedAt === null) rows.set(row.id, row);
        else rows.delete(row.id);
      }
    },
    async search({ vector, limit }) {
      const hits = newestFirst().flatMap((row): VectorHit[] => {
        const passages = isRead(row, searched) ? keptOf(row.id)!.passages : [];
        const [best] = passages.map((passage) => ({ id: row.id, cosine: dot(passage.vector, vector), passage })).sort((one, other) => other.cosine - one.cosine);
        return best ? [best] : [];
      });
      return hits.sort((one, other) => other.cosine - one.cosine).slice(0, limit);
    },
    coverage: async () => ({ read: newestFirst().filter((row) => isRead(row, searched)).length, of: rows.size }),
    vectorOf: async (id) => keptOf(id)?.passages[0]?.vector,
    async unread(model, _dimensions, limit) {
      const left = newestFirst().filter((row) => !isRead(row, model));
      if (left.length === 0 || searched === undefined) searched = model;
      return left.slice(0, limit).map((row) => ({ id: row.id, text: row.content, textHash: row.content }));
    },
    async keep(model, { id, textHash }, passages) {
      if (rows.get(id)?.content === textHash) kept.set(`${model} ${id}`, { text: textHash, passages });
    },
  };
}
