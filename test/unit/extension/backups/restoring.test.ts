import { beforeEach, describe, expect, it } from 'vitest';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { createBackups, type Backups } from '../../../../src/extension/backups/backups.ts';
import { openWork } from '../../../../src/extension/engine/open-work.ts';
import type { LocalStore } from '../../../../src/store/local-store.ts';
import { inMemoryBackups } from '../../../support/in-memory-backups.ts';
import { testService, type TestService } from '../../../support/service.ts';

describe('a restore', () => {
  let store: LocalStore;
  let host: TestService;
  let folder: ReturnType<typeof inMemoryBackups>;
  let backups: Backups;
  let faults: unknown[];

  /** An engine that knows only what is stored. */
  const engine = (work = openWork(() => {})) =>
    createBackups({
      store,
      folder,
      work,
      clock: host.clock,
      openScratch: async () => ({ store: inMemoryStore(), remove: async () => {} }),
      report: (fault) => faults.push(fault),
      onChange: () => {},
    });

  beforeEach(() => {
    [store, folder, faults] = [inMemoryStore(), inMemoryBackups(), []];
    host = testService(store);
    backups = engine();
  });

  const save = async (content: string, collection?: string): Promise<string> =>
    (await host.send('POST', '/memories', { content, collection })).body.id;
  const edit = (id: string, content: string) => host.send('PATCH', `/memories/${id}`, { content });
  const contents = async (query = ''): Promise<string[]> =>
    (await host.send('GET', `/memories${query}`)).body.memories
      .map(({ content }: { content: string }) => content)
      .toSorted();
  const trash = () => contents('?deleted=true');

  const finished = () => expect.poll(async () => (await backups.state()).running).toBeUndefined();
  async function restore(name: string, mode: 'merge' | 'replace'): Promise<void> {
    await backups.restore(name, mode);
    await finished();
  }
  async function undo(): Promise<void> {
    await backups.undoRestore();
    await finished();
  }
  async function backUp(): Promise<string> {
    await backups.backUpNow();
    return (await backups.state()).daily[0]!.name;
  }

  it('when undone, moves the memories saved since then to the trash', async () => {
    await save('before');
    const name = await backUp();
    await restore(name, 'merge');
    host.clock.advance(8 * 3600);
    const { body: house } = await host.send('POST', '/collections', { name: 'House' });
    const since = await save('since', house.id);
    await host.send('DELETE', `/memories/${await save('deleted since', house.id)}`);
    await undo();
    expect([await contents(), await trash()]).toEqual([['before'], ['deleted since', 'since']]);
    expect((await host.send('GET', '/collections')).body.collections).toEqual([]);
    expect((await host.send('POST', `/memories/${since}/restore`)).body).toMatchObject({ collection: null });
    expect(await contents()).toEqual(['before', 'since']);
    expect(faults).toEqual([]);
  });

  it('can be undone without losing later edits, which stay in a backup', async () => {
    const id = await save('before');
    await restore(await backUp(), 'merge');
    host.clock.advance(8 * 3600);
    await edit(id, 'edited since');
    await undo();
    expect(await contents()).toEqual(['before']);
    const [newest] = (await backups.state()).daily;
    expect(newest!.at).toBe(new Date(host.clock.now()).toISOString());
    await restore(newest!.name, 'replace');
    expect(await contents()).toEqual(['edited since']);
  });

  it.each(['merge', 'replace'] as const)('brings back the tags with which sync marks duplicates: %s', async (mode) => {
    const tags = ['a', 'mx:dup:mem_1'];
    const { id } = (await host.send('POST', '/memories', { content: 'tea', tags })).body;
    const name = await backUp();
    expect((await backups.state()).tested).toMatchObject({ isEqual: true });
    await host.send('DELETE', `/memories/${id}?permanent=true`);
    await restore(name, mode);
    expect((await host.send('GET', `/memories/${id}`)).body.tags).toEqual(tags);
  });

  it('can be undone in full after the next daily backup', async () => {
    await save('before');
    const name = await backUp();
    host.clock.advance(23 * 3600);
    await save('since');
    await restore(name, 'replace');
    host.clock.advance(2 * 3600);
    await backups.maintain(true);
    await undo();
    expect(await contents()).toEqual(['before', 'since']);
  });

  const contentsOf = (ids: string[]): Promise<string[]> =>
    Promise.all(ids.map(async (id) => (await host.send('GET', `/memories/${id}`)).body.content));

  /** Starts a restore in an engine that ends after the first batch, then starts another engine. */
  async function interrupt(name: string): Promise<void> {
    let waits = 0;
    const untilNoRequests = async () => {
      if (++waits > 1) await new Promise(() => {});
    };
    await engine({ ...openWork(() => {}), untilNoRequests }).restore(name, 'replace');
    await expect.poll(() => waits).toBe(2);
    backups = engine();
  }

  it('can be undone in full if it was interrupted and repeated', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 150; index++) ids.push(await save(`before ${index}`));
    const name = await backUp();
    for (const id of ids) await edit(id, 'edited');
    host.clock.advance(60);
    await interrupt(name);
    const since = await save('since');
    host.clock.advance(60);
    await restore(name, 'replace');
    const [newest] = (await backups.state()).daily;
    await undo();
    expect(new Set(await contentsOf(ids))).toEqual(new Set(['edited']));
    await restore(newest!.name, 'merge');
    expect(await contentsOf([since])).toEqual(['since']);
    expect(faults).toEqual([]);
  });

  it('can be undone without undoing an earlier restore', async () => {
    const id = await save('first');
    const name = await backUp();
    for (const content of ['second', 'third']) {
      await edit(id, content);
      host.clock.advance(60);
      await restore(name, 'replace');
    }
    await undo();
    expect(await contents()).toEqual(['third']);
  });

  it('waits for a running backup, and so does its undo', async () => {
    const id = await save('before');
    const name = await backUp();
    await edit(id, 'edited');
    host.clock.advance(86_400);
    const duringBackup = async (command: () => Promise<void>) => {
      const backup = backups.backUpNow();
      await Promise.all([command(), backup]);
      await finished();
    };
    await duringBackup(() => backups.restore(name, 'replace'));
    expect(await contents()).toEqual(['before']);
    await duringBackup(() => backups.undoRestore());
    expect(await contents()).toEqual(['edited']);
    expect(faults).toEqual([]);
  });

  it('keeps the state from before the restore while the clock may be wrong', async () => {
    await save('a');
    await backups.restore(await backUp(), 'merge');
    await finished();
    const undoes = () => [...folder.files.keys()].filter((name) => name.startsWith('undo'));
    host.clock.advance(31 * 86_400);
    await backups.maintain(false);
    expect(undoes()).toHaveLength(1);
    host.clock.advance(86_400);
    await backups.maintain(true);
    expect(undoes()).toEqual([]);
  });

  it('still finds its backup if a newer backup meanwhile makes that backup due for deletion', async () => {
    const id = await save('before');
    const name = await backUp();
    await edit(id, 'edited');
    for (let count = 0; count < 7; count++) {
      host.clock.advance(60);
      await backups.backUpNow();
    }
    host.clock.advance(60);
    await Promise.all([backups.backUpNow(), backups.restore(name, 'replace')]);
    await finished();
    expect([await contents(), faults]).toEqual([['before'], []]);
    host.clock.advance(60);
    await backups.backUpNow();
    expect(folder.files.has(name)).toBe(false);
  });

  it('still finds its backup if a newer backup meanwhile removes erased memories from that backup', async () => {
    const id = await save('before');
    const erased = await save('erased');
    const name = await backUp();
    await edit(id, 'edited');
    await host.send('DELETE', `/memories/${erased}?permanent=true`);
    host.clock.advance(60);
    await Promise.all([backups.backUpNow(), backups.restore(name, 'replace')]);
    await finished();
    expect([await contents(), faults]).toEqual([['before'], []]);
  });

  it('can be undone even if the time for an undo ends while the undo waits for a backup', async () => {
    const id = await save('before');
    const name = await backUp();
    await edit(id, 'edited');
    await restore(name, 'replace');
    host.clock.advance(86_400);
    const backup = backups.backUpNow();
    const undoing = backups.undoRestore();
    host.clock.advance(1);
    await Promise.all([backup, undoing]);
    await finished();
    expect([await contents(), faults]).toEqual([['edited'], []]);
  });

  it('is refused while an earlier restore waits for a backup; the earlier restore can be undone', async () => {
    const id = await save('before');
    const name = await backUp();
    await edit(id, 'edited');
    const backup = backups.backUpNow();
    const first = backups.restore(name, 'replace');
    const given = await give(name);
    await expect(backups.restore(given, 'replace')).rejects.toThrow('Another restore is running.');
    await Promise.all([backup, first]);
    await finished();
    expect(folder.files.has(given)).toBe(false);
    await undo();
    expect(await contents()).toEqual(['edited']);
  });

  it('removes its copy of the file that the user chose, even if the restore fails', async () => {
    await save('before');
    const given = await give(await backUp());
    folder.write = () => Promise.reject(new Error('The disk is full.'));
    await restore(given, 'merge');
    expect((await backups.state()).trouble).toBe('The disk is full.');
    expect(folder.files.has(given)).toBe(false);
  });

  /** Adds a copy of a backup, as if the user had chosen it as a file. Returns its name. */
  async function give(name: string): Promise<string> {
    const given = name.replace('daily', 'given');
    folder.files.set(given, await folder.read(name));
    return given;
  }
});
