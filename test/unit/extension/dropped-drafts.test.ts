import { expect, test } from 'vitest';
import { droppedDrafts } from '../../../src/extension/dropped-drafts.ts';
import type { RequestEnvelope } from '../../../src/v1/envelope.ts';
import { storageInMemory } from '../ui/popup/screen.ts';

const hour = 3_600_000;

function storageWith(at: number) {
  const storage = storageInMemory();
  for (const key of ['draft:new:', 'draft:edit:mem_1', 'draft:edit:mem_2', 'other'])
    storage.setItem(key, JSON.stringify({ at, draft: {} }));
  return storage;
}

const request = (method: string, path: string): RequestEnvelope => ({ commonplace: 1, method, path, headers: {} });

test('drops drafts older than a day at the start, and nothing else', () => {
  const storage = storageWith(0);
  droppedDrafts(storage, 23 * hour);
  expect(storage.keys()).toHaveLength(4);
  droppedDrafts(storage, 24 * hour);
  expect(storage.keys()).toEqual(['other']);
});

test('drops the edit of a memory that is deleted for good', () => {
  const storage = storageWith(0);
  droppedDrafts(storage, hour)(request('DELETE', '/v1/memories/mem_1?permanent=true'));
  expect(storage.keys()).toEqual(['draft:new:', 'draft:edit:mem_2', 'other']);
});

test.each([
  ['a deletion into the trash', 'DELETE', '/v1/memories/mem_1'],
  ['a request of another kind', 'GET', '/v1/memories/mem_1?permanent=true'],
  ['the deletion of a collection', 'DELETE', '/v1/collections/mem_1?permanent=true'],
])('%s drops nothing', (_, method, path) => {
  const storage = storageWith(0);
  droppedDrafts(storage, hour)(request(method, path));
  expect(storage.keys()).toHaveLength(4);
});
