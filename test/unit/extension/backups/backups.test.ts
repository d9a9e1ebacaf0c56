import { beforeEach, describe, expect, it } from 'vitest';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { createBackups, type Backups } from '../../../../src/extension/backups/backups.ts';
import { openWork } from '../../../../src/extension/engine/open-work.ts';
import type { LocalStore } from '../../../../src/store/local-store.ts';
import { exportHeader } from '../../../../src/v1/export-header.ts';
import type { ExportLine } from '../../../../src/v1/schemas/export-line.ts';
import { backupActions } from '../../../support/backup-actions.ts';
import { inMemoryBackups } from '../../../support/in-memory-backups.ts';
import { testService, type TestService } from '../../../support/service.ts';

const time = '2026-11-22T10:00:00.000Z';
const baseMemory = { source: 'api:x', tags: [], collection: null, url: null, title: null, capture: null, version: 1 };

describe('backups', () => {
  let store: LocalStore;
  let host: TestService;
  let folder: ReturnType<typeof inMemoryBackups>;
  let backups: Backups;
  let faults: unknown[];
  let scratches: number;
  let scratch: LocalStore;

  /** Starts a new engine, which knows only what is stored. */
  function start(over: LocalStore = store): void {
    store = over;
    backups = createBackups({
      store,
      folder,
      work: openWork(() => {}),
      clock: host.clock,
      openScratch: async () => {
        scratches++;
        return {
          get store() {
            return scratch;
          },
          remove: async () => void (scratch = inMemoryStore()),
        };
      },
      report: (fault) => faults.push(fault),
      onChange: () => {},
    });
  }

  beforeEach(() => {
    [store, folder, faults, scratches] = [inMemoryStore(), inMemoryBackups(), [], 0];
    scratch = inMemoryStore();
    host = testService(store);
    start();
  });

  const { save, contents, finish, daily } = backupActions(() => ({ host, backups }));

  it('are made once a day, read back, and tested once a month by a restore', async () => {
    await save('a');
    await backups.maintain(true);
    await backups.maintain(true);
    expect(await daily()).toMatchObject([{ kind: 'daily', memories: 1, at: new Date(host.clock.now()).toISOString() }]);
    expect((await backups.state()).tested).toMatchObject({ memories: 1, isEqual: true });
    host.clock.advance(86_400);
    await backups.maintain(true);
    expect(await daily()).toHaveLength(2);
    expect(scratches).toBe(1);
    host.clock.advance(30 * 86_400);
    await backups.maintain(true);
    expect(scratches).toBe(2);
    expect(faults).toEqual([]);
  });

  it('pass the monthly test even if an interrupted test left memories behind', async () => {
    await testService(scratch).send('POST', '/memories', { content: 'deleted since' });
    await save('a');
    await backups.maintain(true);
    expect((await backups.state()).tested).toMatchObject({ memories: 1, isEqual: true });
  });

  it('made by hand before the first daily backup cause no offer to restore lost memories', async () => {
    await save('a');
    await backups.backUpNow();
    expect(await backups.state()).toMatchObject({ daily: [{ memories: 1 }], offer: undefined });
  });

  it('keep a complete copy of a server for a week, and discard an incomplete copy', async () => {
    await save('a');
    const line = (id: string, content: string): ExportLine => ({
      memory: { ...baseMemory, id, content, createdAt: time, updatedAt: time },
    });
    const lines = async function* (isWhole: boolean): AsyncGenerator<ExportLine> {
      yield exportHeader;
      yield { user: { name: 'me', plan: 'unlimited' } };
      yield line('mem_01kaq4n0000000000000000000', 'there');
      if (!isWhole) throw new Error('The server went away.');
      yield { end: { users: 1, collections: 0, memories: 1 } };
    };
    await expect(backups.keepServerCopy(lines(false))).rejects.toThrow('went away');
    await Promise.all([backups.backUpNow(), backups.keepServerCopy(lines(true))]);
    expect(await backups.state()).toMatchObject({ servers: [{ kind: 'server', memories: 1 }], running: undefined });
    expect(await daily()).toHaveLength(1);
    host.clock.advance(6 * 86_400);
    await backups.maintain(true);
    expect((await backups.state()).servers).toHaveLength(1);
    host.clock.advance(2 * 86_400);
    await backups.maintain(true);
    expect((await backups.state()).servers).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('before the first sync are written one at a time; if a write fails, `keepOwnCopy` rejects', async () => {
    await backups.keepOwnCopy();
    expect(await daily()).toEqual([]);
    await save('a');
    const { write } = folder;
    let [writing, mostAtOnce] = [0, 0];
    folder.write = async (...args) => {
      mostAtOnce = Math.max(mostAtOnce, ++writing);
      return write(...args).finally(() => writing--);
    };
    await Promise.all([backups.backUpNow(), backups.keepOwnCopy(), backups.keepOwnCopy()]);
    expect([await daily(), mostAtOnce]).toMatchObject([[{ memories: 1 }], 1]);
    folder.write = () => Promise.reject(new Error('The disk is full.'));
    await expect(backups.keepOwnCopy()).rejects.toThrow('The disk is full.');
    expect(await backups.state()).toMatchObject({ running: undefined, daily: [{ memories: 1 }] });
  });

  it('are restored by merging, which keeps newer versions', async () => {
    const id = await save('old');
    await save('lost');
    await backups.maintain(true);
    const [backup] = await daily();
    await host.send('PATCH', `/memories/${id}`, { content: 'newer' });
    const { body } = await host.send('GET', '/memories');
    const lost = body.memories.find(({ content }: { content: string }) => content === 'lost').id;
    await host.send('DELETE', `/memories/${lost}?permanent=true`);
    await save('since');
    await finish(() => backups.restore(backup!.name, 'merge'));
    expect(await contents()).toEqual(['lost', 'newer', 'since']);
  });

  it('are restored by replacing, which can be undone', async () => {
    const { body: house } = await host.send('POST', '/collections', { name: 'House' });
    const id = (await host.send('POST', '/memories', { content: 'old', collection: house.id })).body.id;
    await backups.maintain(true);
    const [backup] = await daily();
    await host.send('PATCH', `/memories/${id}`, { content: 'newer' });
    await host.send('PATCH', `/collections/${house.id}`, { name: 'Home' });
    await host.send('POST', '/collections', { name: 'house' });
    await save('since');
    await finish(() => backups.restore(backup!.name, 'replace'));
    expect(await contents()).toEqual(['old']);
    const names = async () =>
      (await host.send('GET', '/collections')).body.collections.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['House']);
    expect((await backups.state()).undo).toMatchObject({ memories: 2 });
    await finish(() => backups.undoRestore());
    expect(await contents()).toEqual(['newer', 'since']);
    expect(await names()).toEqual(['Home', 'house']);
    expect((await backups.state()).undo).toBeUndefined();
    expect(faults).toEqual([]);
  });

  it('are not kept if they can’t be read back', async () => {
    await save('a');
    const { write } = folder;
    folder.write = async (parts, check) => {
      const [first = new Uint8Array()] = await Array.fromAsync(parts);
      return write(
        (async function* () {
          yield first.slice(0, -9);
        })(),
        check,
      );
    };
    await finish(() => backups.backUpNow());
    expect(await daily()).toEqual([]);
    expect((await backups.state()).trouble).toBe('The file is damaged.');
  });

  it('that are damaged change nothing when restored, and the damage is reported', async () => {
    await save('a');
    await backups.maintain(true);
    const [backup] = await daily();
    const bytes = new Uint8Array(await folder.files.get(backup!.name)!.arrayBuffer());
    folder.files.set(backup!.name, new Blob([bytes.slice(0, bytes.length - 20)]));
    await save('b');
    await finish(() => backups.restore(backup!.name, 'replace'));
    expect(await contents()).toEqual(['a', 'b']);
    expect((await backups.state()).trouble).toBe('The file is damaged.');
  });

  it('drop a permanently deleted memory when the next daily backup is made', async () => {
    const secret = await save('secret');
    await save('kept');
    await backups.maintain(true);
    await host.send('DELETE', `/memories/${secret}?permanent=true`);
    host.clock.advance(86_400);
    await backups.maintain(true);
    expect(await daily()).toMatchObject([{ memories: 1 }, { memories: 1 }]);
    expect(await wordsInBackups()).toEqual([
      [true, false],
      [true, false],
    ]);
  });

  it('drop a permanently deleted memory one day later if an older backup couldn’t be rewritten', async () => {
    const secret = await save('secret');
    await save('kept');
    await backups.maintain(true);
    await host.send('DELETE', `/memories/${secret}?permanent=true`);
    host.clock.advance(86_400);
    const { write } = folder;
    let writes = 0;
    folder.write = (parts, check) =>
      ++writes === 2
        ? Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'))
        : write(parts, check);
    await backups.maintain(true);
    expect(await wordsInBackups()).toContainEqual([true, true]);
    expect(faults).toHaveLength(1);
    host.clock.advance(86_400);
    await backups.maintain(true);
    expect(await wordsInBackups()).not.toContainEqual([true, true]);
  });

  /** For each backup, whether it contains "kept", and whether it contains "secret". */
  const wordsInBackups = () =>
    Promise.all(
      Array.from(folder.files.values(), async (file) => {
        const text = await new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).text();
        return [text.includes('kept'), text.includes('secret')];
      }),
    );
});
