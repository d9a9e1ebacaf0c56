import type { IdempotencyRow } from '../../service/ports/rows.ts';
import { withoutText } from '../first-answer.ts';
import type { StrictTables } from './tables.ts';

type Answers = StrictTables['idempotency'];

/**
 * The recorded answer to the first request with an idempotency key. `memory` is '' for an answer without a memory:
 * IndexedDB doesn't index null, and every row must be indexed. Rows from before migration 3 lack `memory`.
 */
export type StoredAnswer = Omit<IdempotencyRow, 'memory'> & { memory?: string };

export const answerOf = (row: StoredAnswer): IdempotencyRow => ({ ...row, memory: memoryOf(row) || null });

export const answerToStore = (row: IdempotencyRow): StoredAnswer => ({ ...row, memory: row.memory ?? '' });

/** Removes the texts of erased memories from the recorded answers. */
export async function dropText(answers: Answers, memories: readonly string[]): Promise<void> {
  const [all, indexed] = await Promise.all([answers.count(), answers.orderBy('memory').count()]);
  if (indexed < all) await indexOld(answers);
  await answers.bulkPut((await answers.where('memory').anyOf(memories).toArray()).map(withoutText));
}

/** Adds `memory` to rows from before migration 3, so that the index finds them. */
async function indexOld(answers: Answers): Promise<void> {
  const old = await answers.filter((row) => row.memory === undefined).toArray();
  await answers.bulkPut(old.map((row) => ({ ...row, memory: memoryOf(row) })));
}

function memoryOf({ memory, operation, body }: StoredAnswer): string {
  if (memory !== undefined) return memory;
  const hasMemory = operation === 'createMemory' || operation === 'restoreMemory';
  return hasMemory && body !== null ? ((JSON.parse(body) as { id?: string }).id ?? '') : '';
}
