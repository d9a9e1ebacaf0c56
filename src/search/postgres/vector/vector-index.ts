import type { Model } from '../../../service/ports/embedder.ts';
import type { SqlDatabase } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import type { VectorIndex } from '../../../service/ports/vector-index.ts';
import { normalise } from '../../../lib/vector-math.ts';
import { followers, type Follow } from '../follow/follower.ts';
import { coverage } from './coverage.ts';
import { nearestByBytes } from './nearest-by-bytes.ts';
import { nearestByVector, exactLimit } from './nearest-by-vector.ts';
import { formOf, storedModel } from './vector-tables.ts';
import { tokensOf, vectorsOf } from './windows.ts';

export interface VectorsOptions {
  /** If more windows than this pass the filters, pgvector's graph is used once it is complete. */
  exactLimit?: number;
}

/** Vector indexes of one model in the tables of `searchMigrations`, filled through an `IndexingQueue`. */
export function postgresVectors(
  database: SqlDatabase,
  model: Pick<Model, 'id' | 'dimensions'>,
  options: VectorsOptions = {},
): (owner: Owner) => VectorIndex {
  const followOf = followers(database);
  return (owner) => vectorIndex(database, owner, followOf(owner), model, options.exactLimit ?? exactLimit);
}

function vectorIndex(
  database: SqlDatabase,
  owner: Owner,
  follow: Follow,
  { id, dimensions }: Pick<Model, 'id' | 'dimensions'>,
  most: number,
): VectorIndex {
  const form = formOf(database);
  let modelId: string | undefined;
  return {
    get model() {
      return modelId;
    },
    async catchUp(feed) {
      await follow(feed);
      modelId = await storedModel(database, form);
    },
    search(query) {
      if (query.vector.length !== dimensions)
        throw new RangeError(`A vector of ${query.vector.length} numbers can't be compared with those of ${id}.`);
      return database.transaction('read', (sql) =>
        form === 'vector' ? nearestByVector(sql, owner, query, most) : nearestByBytes(sql, owner, query),
      );
    },
    coverage: (filters, within) => coverage(database, owner, filters, within),
    tokensOf: (passages) => tokensOf(database, owner, passages),
    async vectorOf(memory) {
      const vectors = await vectorsOf(database, form, owner, memory);
      if (vectors.length === 0) return undefined;
      return normalise(
        Float32Array.from({ length: dimensions }, (_, index) =>
          vectors.reduce((sum, vector) => sum + vector[index]!, 0),
        ),
      );
    },
  };
}
