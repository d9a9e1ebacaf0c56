import { expect, test, vi } from 'vitest';
import { forgetDeleted } from '../../../src/extension/forget-deleted.ts';
import { lastImportIn, type LastImportStore } from '../../../src/ui/transfer/last-import.ts';
import type { RequestEnvelope } from '../../../src/v1/envelope.ts';
import { folderInMemory } from '../../support/folder-in-memory.ts';
import { memoryOf } from '../transfer/files.ts';
import { storageInMemory } from '../ui/popup/screen.ts';

const hour = 3_600_000;
const noImport = lastImportIn(folderInMemory());

function storageWith(at: number) {
  const storage = storageInMemory();
  for (const key of ['draft:new:', 'draft:edit:mem_1', 'draft:edit:mem_2', 'other'])
    storage.setItem(key, JSON.stringify({ at, draft: {} }));
  return storage;
}

const draftsIn = (storage: ReturnType<typeof storageInMemory>) =>
  storage.keys().filter((key) => key.startsWith('draft:'));

const request = (method: string, path: string): RequestEnvelope => ({ commonplace: 1, method, path, headers: {} });

function startDaily(storage: ReturnType<typeof storageInMemory>, lastImport: LastImportStore, lastDay: number): void {
  for (let day = 0; day <= lastDay; day++) forgetDeleted(storage, lastImport, day * 24 * hour);
}

test('at the start, deletes drafts that are at least a week old, and nothing else', () => {
  const storage = storageWith(1);
  startDaily(storage, noImport, 7);
  expect(draftsIn(storage)).toHaveLength(3);
  forgetDeleted(storage, noImport, 7 * 24 * hour + 1);
  expect(draftsIn(storage)).toEqual([]);
  expect(storage.keys()).toContain('other');
});

test('at a start with a clock that is a month ahead, deletes nothing', async () => {
  const [storage, folder] = [storageWith(1), folderInMemory()];
  const month = 31 * 24 * hour;
  await lastImportIn(folder).write({ at: 1, created: [], createdCollections: [], replaced: [] });
  startDaily(storage, noImport, 2);
  const ahead = lastImportIn(folder, () => month);
  const dropExpired = vi.spyOn(ahead, 'dropExpired');
  forgetDeleted(storage, ahead, month);
  expect(draftsIn(storage)).toHaveLength(3);
  expect(dropExpired).not.toHaveBeenCalled();
  // The clock counts as right once it has run for a day.
  forgetDeleted(storage, ahead, month + 24 * hour);
  expect(draftsIn(storage)).toEqual([]);
  await vi.waitFor(async () => expect(await Array.fromAsync((await folder()).keys())).toEqual([]));
});

test('deletes the draft of an edit when the memory is deleted for good', () => {
  const storage = storageWith(0);
  forgetDeleted(storage, noImport, hour)(request('DELETE', '/v1/memories/mem_1?permanent=true'));
  expect(storage.keys()).toEqual(['draft:new:', 'draft:edit:mem_2', 'other', 'clock']);
});

test.each([
  ['a deletion into the trash', 'DELETE', '/v1/memories/mem_1'],
  ['a request of another kind', 'GET', '/v1/memories/mem_1?permanent=true'],
  ['the deletion of a collection', 'DELETE', '/v1/collections/mem_1?permanent=true'],
])('%s deletes no draft', (_, method, path) => {
  const storage = storageWith(0);
  forgetDeleted(storage, noImport, hour)(request(method, path));
  expect(storage.keys()).toEqual(['draft:new:', 'draft:edit:mem_1', 'draft:edit:mem_2', 'other', 'clock']);
});

test('when a memory is deleted for good, deletes the text that it had before an import', async () => {
  const lastImport = lastImportIn(folderInMemory());
  const replaced = ['mem_1', 'mem_2'].map((id) => ({ ...memoryOf({ id }), importedVersion: 2 }));
  await lastImport.write({ at: Date.now(), created: [], createdCollections: [], replaced });
  forgetDeleted(storageWith(0), lastImport, hour)(request('DELETE', '/v1/memories/mem_1?permanent=true'));
  await vi.waitFor(async () => expect((await lastImport.read())?.replaced.map(({ id }) => id)).toEqual(['mem_2']));
});

test('at the start, deletes the undo data of an import that is a day old', async () => {
  const folder = folderInMemory();
  await lastImportIn(folder).write({ at: 0, created: [], createdCollections: [], replaced: [] });
  startDaily(
    storageWith(0),
    lastImportIn(folder, () => 24 * hour),
    1,
  );
  await vi.waitFor(async () => expect(await Array.fromAsync((await folder()).keys())).toEqual([]));
});
