import type { Commonplace } from '../../client/index.ts';
import { exportHeader } from '../../v1/export-header.ts';
import { limits } from '../../v1/limits.ts';

/** Every collection and memory, those in the trash too, in the format that a server imports. */
export async function exportAll(client: Commonplace): Promise<{ text: string; memories: number }> {
  const limit = limits.maxPageSize;
  const listMemories = (deleted: boolean) => Array.fromAsync(client.memories.list({ limit, deleted }));
  const { plan } = await client.usage.read();
  const everyCollection = await Array.fromAsync(client.collections.list({ limit }));
  const everyMemory = [...(await listMemories(false)), ...(await listMemories(true))];
  const lines: unknown[] = [
    exportHeader,
    { user: { name: 'me', plan } },
    ...everyCollection.map(({ id, name, createdAt, updatedAt }) => ({
      collection: { id, name, createdAt, updatedAt },
    })),
    ...everyMemory.map((memory) => ({ memory })),
    { end: { users: 1, collections: everyCollection.length, memories: everyMemory.length } },
  ];
  return { text: lines.map((line) => `${JSON.stringify(line)}\n`).join(''), memories: everyMemory.length };
}
