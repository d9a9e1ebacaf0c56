import type { Client } from '../../src/client/index.ts';
import { limits } from '../../src/v1/limits.ts';
import { inBatches, patiently } from '../chromium/patient.ts';
import { untilIndexed } from '../until-indexed.ts';
import type { OpenLibrary } from './run.ts';

const batch = 100;

/**
 * Saves documents through a client. Unless `mode` is `keyword`, waits until they are indexed by meaning. Returns a map
 * from a memory's id to the document's position.
 */
export async function save(
  client: Client,
  documents: Parameters<OpenLibrary>[0],
  mode: Parameters<OpenLibrary>[1],
): Promise<Map<string, number>> {
  const positions = new Map<string, number>();
  await inBatches(batch, documents, async ([position, text]) => {
    const { id } = await patiently(() => client.memories.create({ content: cut(text) }));
    positions.set(id, position);
  });
  if (mode !== 'keyword') await untilIndexed(client);
  return positions;
}

function cut(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return bytes.length <= limits.contentBytes
    ? text
    : new TextDecoder().decode(bytes.subarray(0, limits.contentBytes)).replace(/\uFFFD$/, '');
}
