import { expect, test } from 'vitest';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { fileCases } from '../../../support/store-cases/file-cases.ts';
import { storeCases } from '../../../support/store-cases/index.ts';
import { collection, idOf, memory, token } from '../../../support/store-cases/rows.ts';

storeCases(inMemoryStore);
fileCases(inMemoryStore);

test('isolates owners from each other', async () => {
  const store = inMemoryStore();
  await store.write('ann', async (writer) => {
    await writer.putMemory(memory(1, { tags: ['hers'] }));
    await writer.putCollection(collection(1, 'Hers'));
    await writer.putToken(token(1));
  });
  const seen = await store.read('ben', async (reader) => [
    await reader.memory(idOf('mem', 1)),
    await reader.changes(0, 9),
    await reader.lastSeq(),
    await reader.countMemories(),
    await reader.listTags({ prefix: '', limit: 9 }),
    await reader.listCollections({ limit: 9 }),
    await reader.listTokens({ limit: 9 }),
  ]);
  expect(seen).toEqual([undefined, [], 0, 0, [], [], []]);
  expect((await store.findToken(idOf('tok', 1)))?.owner).toBe('ann');
});
