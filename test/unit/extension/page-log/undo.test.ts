import { beforeEach, describe, expect, test } from 'vitest';
import { recordLimits } from '../../../../src/client/page-log.ts';
import { localOwner } from '../../../../src/service/ports/store.ts';
import { InMemoryFile } from '../../../support/in-memory-file.ts';
import { shop, siteHost } from '../../../support/page-sites.ts';
import { memory, noon } from '../../../support/store-cases/rows.ts';

let host: ReturnType<typeof siteHost>;
let file: InMemoryFile;
let secret: string;

beforeEach(async () => {
  file = new InMemoryFile();
  host = siteHost(file);
  const scopes = ['memories:read', 'memories:write', 'collections:read', 'collections:write'];
  const id = await host.grant({ scopes, ownOnly: false, rateLimit: { requests: 10_000, seconds: 60 } });
  secret = (await host.send('POST', `/tokens/${id}/secrets`)).body.token;
});

/** A call of the extension's own pages. */
const own = (method: string, path: string, body?: unknown) => host.send(method, path, body);

/** A call of the site. */
const theirs = (method: string, path: string, body?: unknown) =>
  host.send(method, path, body, { token: secret, vouched: { origin: shop } });

const save = async (content: string, by = own): Promise<string> => (await by('POST', '/memories', { content })).body.id;

const read = async (id: string) => (await own('GET', `/memories/${id}`)).body;

const logOf = async () => (await host.log.sites()).find((site) => site.origin === shop);

describe('undoing what a site changed', () => {
  test('moves what the site saved to the trash, and reverts what it edited, deleted and restored', async () => {
    const [edited, deleted, restored] = [await save('Edited'), await save('Deleted'), await save('Restored')];
    await own('DELETE', `/memories/${restored}`);
    const created = await save('Made', theirs);
    await theirs('PATCH', `/memories/${edited}`, { content: 'Spoilt' });
    await theirs('PATCH', `/memories/${edited}`, { tags: ['spam'] });
    await theirs('DELETE', `/memories/${deleted}`);
    await theirs('POST', `/memories/${restored}/restore`);
    expect(await logOf()).toMatchObject({ changed: 4 });
    expect(await host.log.undo(shop)).toEqual({ undone: 4, spared: 0, gone: 0 });
    expect(await read(edited)).toMatchObject({ content: 'Edited', tags: [], version: 4 });
    expect(await read(deleted)).toMatchObject({ content: 'Deleted' });
    const trash = (await own('GET', '/memories?deleted=true')).body.memories;
    expect(trash.map(({ id }: { id: string }) => id).sort()).toEqual([created, restored].sort());
    expect(await logOf()).toMatchObject({ changed: 0 });
  });

  test('leaves memories that the user changed or deleted later, and counts what wasn’t undone', async () => {
    const [edited, gone] = [await save('Edited'), await save('Gone')];
    const created = await save('Made', theirs);
    await theirs('PATCH', `/memories/${edited}`, { content: 'Spoilt' });
    await own('PATCH', `/memories/${edited}`, { content: 'Mended by hand' });
    await own('PATCH', `/memories/${created}`, { title: 'Mine now' });
    await theirs('PATCH', `/memories/${gone}`, { content: 'Spoilt' });
    const spoilt = await host.database.run('r', ({ changes }) => changes.where('id').equals(gone).toArray());
    await own('DELETE', `/memories/${gone}?permanent=true`);
    await host.database.run('rw', async ({ changes }) => void (await changes.bulkPut(spoilt)));
    expect(await host.log.undo(shop)).toEqual({ undone: 0, spared: 2, gone: 1 });
    expect(await read(edited)).toMatchObject({ content: 'Mended by hand' });
    expect(await read(created)).toMatchObject({ title: 'Mine now' });
  });

  describe('in collections', () => {
    const collection = async (name: string, by = own): Promise<string> =>
      (await by('POST', '/collections', { name })).body.id;
    const names = async () =>
      (await own('GET', '/collections')).body.collections.map(({ name, memoryCount }: never) => [name, memoryCount]);

    test('restores deleted collections with their memories, reverts renames, and removes collections that the site created', async () => {
      const [house, garden] = [await collection('House'), await collection('Garden')];
      const boiler = (await own('POST', '/memories', { content: 'Boiler', collection: house })).body.id;
      await theirs('DELETE', `/collections/${house}`);
      await theirs('PATCH', `/collections/${garden}`, { name: 'Spoilt' });
      await theirs('PATCH', `/collections/${garden}`, { name: 'Spoilt twice' });
      const created = await collection('Made', theirs);
      await theirs('POST', '/memories', { content: 'Made', collection: created });
      await host.log.maintain(true);
      const changed = await names();
      expect(await host.log.undo(shop)).toEqual({ undone: 2, collections: 3, spared: 0, gone: 0 });
      expect(await names()).toEqual([
        ['Garden', 0],
        ['House', 1],
      ]);
      expect(await read(boiler)).toMatchObject({ collection: house });
      await host.log.redo(shop);
      expect(await names()).toEqual(changed);
      await host.log.undo(shop);
      expect(await names()).toEqual([
        ['Garden', 0],
        ['House', 1],
      ]);
    });

    test('puts every memory back into a large collection; memories in the trash stay there', async () => {
      const house = await collection('House');
      const [live, trashed] = [250, 2];
      await host.store.write(localOwner, (writer) =>
        writer.putMemories(
          Array.from({ length: live + trashed }, (_, number) =>
            memory(number, { collection: house, deletedAt: number < live ? null : noon }),
          ),
        ),
      );
      await theirs('DELETE', `/collections/${house}`);
      expect(await host.log.undo(shop)).toEqual({ undone: live + trashed, collections: 1, spared: 0, gone: 0 });
      expect(await names()).toEqual([['House', live]]);
      const trash = (await own('GET', `/memories?deleted=true&collection=${house}`)).body.memories;
      expect(trash).toHaveLength(trashed);
    });

    test('leaves collections that are now in use or were renamed again, or whose old name is taken', async () => {
      const [house, garden] = [await collection('House'), await collection('Garden')];
      await theirs('PATCH', `/collections/${house}`, { name: 'Theirs' });
      await own('PATCH', `/collections/${house}`, { name: 'Mine' });
      await theirs('DELETE', `/collections/${garden}`);
      await collection('garden');
      const created = await collection('Made', theirs);
      await own('POST', '/memories', { content: 'In use', collection: created });
      expect(await host.log.undo(shop)).toEqual({ undone: 0, spared: 3, gone: 0 });
      expect(await names()).toEqual([
        ['garden', 0],
        ['Made', 1],
        ['Mine', 0],
      ]);
    });
  });

  test('reverts only the site’s changes after the user’s last change', async () => {
    const id = await save('First');
    await theirs('PATCH', `/memories/${id}`, { content: 'Second, by the site' });
    await own('PATCH', `/memories/${id}`, { content: 'Third, by hand' });
    await theirs('PATCH', `/memories/${id}`, { content: 'Fourth, by the site' });
    await host.log.undo(shop);
    expect(await read(id)).toMatchObject({ content: 'Third, by hand' });
  });

  test('can itself be undone', async () => {
    const id = await save('Before');
    const created = await save('Made', theirs);
    await theirs('PATCH', `/memories/${id}`, { content: 'After' });
    await host.log.undo(shop);
    await host.log.redo(shop);
    expect(await read(id)).toMatchObject({ content: 'After' });
    expect(await read(created)).toMatchObject({ content: 'Made' });
    expect(await host.log.undo(shop)).toEqual({ undone: 2, spared: 0, gone: 0 });
    expect(await read(id)).toMatchObject({ content: 'Before' });
  });

  test('still works after an undo of as many changes as the log can keep', async () => {
    const refill = async (memories: number): Promise<void> => {
      const { id } = (await own('POST', '/collections', { name: `Of ${memories}` })).body;
      await host.store.write(localOwner, (writer) =>
        writer.putMemories(Array.from({ length: memories }, (_, number) => memory(number, { collection: id }))),
      );
      await theirs('DELETE', `/collections/${id}`);
    };
    await refill(recordLimits.changes);
    await host.log.undo(shop);
    await refill(150);
    expect(await host.log.undo(shop)).toMatchObject({ undone: 150, collections: 1 });
    expect(await logOf()).toMatchObject({ isTrimmed: false });
  });

  test('also reverts what the site saved during or after an earlier undo', async () => {
    await save('Made', theirs);
    const [, later] = await Promise.all([host.log.undo(shop), save('Made meanwhile', theirs)]);
    const last = await save('Made afterwards', theirs);
    await host.log.redo(shop);
    expect(await host.log.undo(shop)).toEqual({ undone: 3, spared: 0, gone: 0 });
    for (const id of [later, last]) expect((await read(id)).deletedAt).not.toBeNull();
  });

  test('keeps no text of a memory after it is deleted for good', async () => {
    const [erased, expired] = [await save('Erased'), await save('Expired')];
    for (const id of [erased, expired]) await theirs('PATCH', `/memories/${id}`, { content: 'x' });
    await own('DELETE', `/memories/${erased}?permanent=true`);
    await own('DELETE', `/memories/${expired}`);
    const texts = () => host.database.run('r', ({ changes }) => changes.toArray());
    expect((await texts()).map(({ id }) => id)).toEqual([expired]);
    expect(file.bytes.length).toBe(0);
    await host.passDays(31);
    expect(await texts()).toEqual([]);
  });

  test('keeps no text of an imported memory after the import is undone', async () => {
    const id = await save('Imported');
    await theirs('PATCH', `/memories/${id}`, { content: 'x' });
    await own('POST', '/memories/import/undo', { memories: [{ id, version: 2 }] });
    expect(await host.database.run('r', ({ changes }) => changes.toArray())).toEqual([]);
  });

  test('keeps no text of a memory even if the log missed its deletion', async () => {
    const id = await save('Erased');
    await theirs('PATCH', `/memories/${id}`, { content: 'x' });
    await host.store.write('me', (writer) => writer.eraseMemory(id, new Date().toISOString()));
    await host.log.maintain(true);
    expect(await host.database.run('r', ({ changes }) => changes.toArray())).toEqual([]);
  });
});
