import type { Transaction } from 'dexie';
import { countAll } from '../counts.ts';
import { facets } from '../facets.ts';
import { StrictTables } from '../tables.ts';
import type { Checkpoint } from './status.ts';

/** The database's last `seq` and number of memories, from its maintained counts. */
export async function checkpointOf(transaction: Transaction): Promise<Checkpoint> {
  const { counters, counts } = new StrictTables(transaction);
  const [owner, memories] = await Promise.all([
    counters.get('owner'),
    countAll(counts, [facets.all('live'), facets.all('trash')]),
  ]);
  return { seq: owner?.seq ?? 0, memories };
}
