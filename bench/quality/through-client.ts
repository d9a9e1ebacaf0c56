import { setTimeout } from 'node:timers/promises';
import type { Commonplace } from '../../src/client/index.ts';
import { limits } from '../../src/v1/limits.ts';
import { inBatches, patiently } from '../chromium/patient.ts';
import type { OpenLibrary } from './run.ts';

/** How many memories are saved at a time. */
const batch = 100;

/** Saves documents through a client and waits until the model has read them; answers the position of each by its id. A document longer than a memory may be is cut. */
export async function save(
  client: Commonplace,
  documents: Parameters<OpenLibrary>[0],
  mode: Parameters<OpenLibrary>[1],
): Promise<Map<string, number>> {
  const positions = new Map<string, number>();
  await inBatches(batch, documents, async ([position, text]) => {
    const { id } = await patiently(() => client.memories.create({ content: cut(text) }));
    positions.set(id, position);
  });
  if (mode !== 'keyword') await untilRead(client);
  return positions;
}

/** How long the model may take to read one memory more. */
const patienceMs = 120_000;

/** Waits until the model has read everything. */
async function untilRead(client: Commonplace): Promise<void> {
  let [last, since] = [-1, Date.now()];
  while (last < 1) {
    const { coverage } = await patiently(() => client.memories.search({ query: 'anything at all', limit: 1 }));
    if (coverage > last) [last, since] = [coverage, Date.now()];
    else if (Date.now() - since > patienceMs)
      throw new Error(`The model has read ${(last * 100).toFixed(1)} % of the memories and reads no more.`);
    await setTimeout(500);
  }
}

/** As much as one memory may hold. */
function cut(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return bytes.length <= limits.contentBytes
    ? text
    : new TextDecoder().decode(bytes.subarray(0, limits.contentBytes)).replace(/\uFFFD$/, '');
}
