import { counts } from './counts.ts';
import { database, pgvector, tables } from './database.ts';
import type { Examine } from './finding.ts';
import { disk, folder } from './folder.ts';
import { indexes, model, reading } from './searching.ts';

/** In the order in which one builds on the other. */
export const examinations: readonly Examine[] = [
  folder,
  disk,
  database,
  pgvector,
  tables,
  counts,
  indexes,
  reading,
  model,
];
