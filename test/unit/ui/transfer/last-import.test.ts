import { describe, expect, it } from 'vitest';
import { lastImportIn } from '../../../../src/ui/transfer/last-import.ts';
import { folderInMemory } from '../../../support/folder-in-memory.ts';
import { connectToService } from '../connection.ts';
import { fill, transferOn } from './screen.ts';

const day = 86_400_000;
const rows = (count: number) =>
  new File([`title\n${Array.from({ length: count }, (_, index) => `Note ${index}`).join('\n')}\n`], 'x.csv');

/** Screens of one profile, opened one after another. */
function profile(now?: () => number) {
  const [connection, folder] = [connectToService(), folderInMemory()];
  return {
    connection,
    async open() {
      const screen = transferOn(connection, lastImportIn(folder, now));
      await screen.transfer.lookForLast();
      return screen;
    },
    used: async () => (await connection.client.usage.read()).memories.used,
  };
}

describe('an import whose screen was closed', () => {
  it('can be undone by a later screen, once', async () => {
    const { open, used } = profile();
    await (await open()).import(rows(3));
    const later = await open();
    expect(later.transfer.last.value?.created).toHaveLength(3);
    await later.transfer.undo();
    expect([await used(), later.transfer.last.value]).toEqual([0, undefined]);
    expect((await open()).transfer.last.value).toBeUndefined();
  });

  it('restores the replaced memories when it is undone', async () => {
    const from = transferOn();
    await fill(from.connection);
    const { connection, open } = profile();
    await (await open()).import(await from.exported('own'));
    const { memories } = (await from.connection.sendFromElsewhere('GET', '/memories')).body;
    await from.connection.sendFromElsewhere('PATCH', `/memories/${memories[0].id}`, { content: 'newer' });
    await (await open()).import(await from.exported('own'));
    const later = await open();
    await later.transfer.undo();
    expect(await connection.client.memories.read(memories[0].id)).toMatchObject({ content: memories[0].content });
    expect(later.notices.current.value?.text).toBe('The import is undone.');
  });

  it('can be undone if the screen closed during the import', async () => {
    const { connection, open, used } = profile();
    const screen = await open();
    let requests = 0;
    connection.handleWith(async (request, pass) => {
      const answer = await pass();
      return request.path.endsWith('/import') && ++requests > 3 ? new Promise(() => {}) : answer;
    });
    void screen.import(rows(1_200));
    await expect.poll(used).toBe(1_000);
    await (await open()).transfer.undo();
    expect(await used()).toBe(0);
  });

  it('can be undone if the screen closed just before a memory was replaced, which stays unchanged', async () => {
    const from = transferOn();
    await fill(from.connection);
    const { connection, open } = profile();
    await (await open()).import(await from.exported('own'));
    const { memories } = (await from.connection.sendFromElsewhere('GET', '/memories')).body;
    await from.connection.sendFromElsewhere('PATCH', `/memories/${memories[0].id}`, { content: 'newer' });
    const screen = await open();
    await screen.transfer.choose([await from.exported('own')]);
    connection.handleWith((request, pass) => (request.path.endsWith('/import') ? new Promise(() => {}) : pass()));
    void screen.transfer.begin();
    await expect.poll(async () => (await open()).transfer.last.value?.replaced).toHaveLength(1);
    const later = await open();
    await later.transfer.undo();
    expect(later.notices.current.value?.text).toBe('The import is undone.');
    expect(await connection.client.memories.read(memories[0].id)).toMatchObject({ content: memories[0].content });
  });

  it('can’t be undone after a day', async () => {
    let now = Date.now();
    const { open } = profile(() => now);
    await (await open()).import(rows(1));
    now = Date.now() + day;
    expect((await open()).transfer.last.value).toBeUndefined();
  });

  it('isn’t offered for undo if it was cancelled before it changed anything', async () => {
    const { open, used } = profile();
    const screen = await open();
    await screen.transfer.choose([rows(2)]);
    const importing = screen.transfer.begin();
    screen.transfer.cancelImport();
    await importing;
    expect([await used(), (await open()).transfer.last.value]).toEqual([0, undefined]);
  });
});
