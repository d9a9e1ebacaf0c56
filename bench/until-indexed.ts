import { setTimeout } from 'node:timers/promises';
import type { Client } from '../src/client/index.ts';
import { patiently } from './chromium/patient.ts';

/** The longest time without progress. */
const indexingTimeoutMs = 120_000;

export async function untilIndexed(client: Client): Promise<void> {
  let [last, since] = [-1, Date.now()];
  while (last < 1) {
    const { coverage } = await patiently(() => client.memories.search({ query: 'anything at all', limit: 1 }));
    if (coverage > last) [last, since] = [coverage, Date.now()];
    else if (Date.now() - since > indexingTimeoutMs)
      throw new Error(`Indexing stopped at ${(last * 100).toFixed(1)} % of the memories.`);
    await setTimeout(500);
  }
}
