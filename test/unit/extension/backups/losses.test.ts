import { beforeEach, describe, expect, it } from 'vitest';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { createBackups, type Backups } from '../../../../src/extension/backups/backups.ts';
import { openWork } from '../../../../src/extension/engine/open-work.ts';
import type { LocalStore } from '../../../../src/store/local-store.ts';
import { backupActions } from '../../../support/backup-actions.ts';
import { inMemoryBackups } from '../../../support/in-memory-backups.ts';
import { testService, type TestService } from '../../../support/service.ts';

describe('backups from before a loss', () => {
  let store: LocalStore;
  let host: TestService;
  let folder: ReturnType<typeof inMemoryBackups>;
  let backups: Backups;

  function start(over: LocalStore = store): void {
    store = over;
    backups = createBackups({
      store,
      folder,
      work: openWork(() => {}),
      clock: host.clock,
      openScratch: async () => ({ store: inMemoryStore(), remove: async () => {} }),
      report: (fault) => expect.unreachable(String(fault)),
      onChange: () => {},
    });
  }

  beforeEach(() => {
    [store, folder] = [inMemoryStore(), inMemoryBackups()];
    host = testService(store);
    start();
  });

  const { save, contents, finish, daily } = backupActions(() => ({ host, backups }));

  it('stay and are offered; the empty store isn’t backed up', async () => {
    await save('a');
    await backups.maintain(true);
    host.clock.advance(86_400);
    start(inMemoryStore());
    await backups.maintain(true);
    expect(await daily()).toMatchObject([{ memories: 1 }]);
    expect((await backups.state()).offer).toMatchObject({ memories: 1 });
  });

  it('aren’t offered again after a restore into an empty store', async () => {
    await save('a');
    await backups.maintain(true);
    start(inMemoryStore());
    const { offer } = await backups.state();
    await finish(() => backups.restore(offer!.name, 'merge'));
    host.clock.advance(8 * 86_400);
    await backups.maintain(true);
    expect((await backups.state()).offer).toBeUndefined();
  });

  it('are offered until a restore, even if new memories are saved and backed up meanwhile', async () => {
    await save('a');
    await save('b');
    await backups.maintain(true);
    const [full] = await daily();
    start(inMemoryStore());
    host = testService(store, { clock: host.clock });
    await save('since');
    for (let day = 0; day < 20; day++) {
      host.clock.advance(86_400);
      await backups.maintain(true);
      start();
    }
    expect((await backups.state()).offer).toEqual(full);
    expect((await daily()).map(({ memories }) => memories)).toEqual(expect.arrayContaining([1, 2]));
    await finish(() => backups.restore(full!.name, 'merge'));
    expect(await contents()).toEqual(['a', 'b', 'since']);
    host.clock.advance(86_400);
    await backups.maintain(true);
    expect((await backups.state()).offer).toBeUndefined();
  });

  it('are neither offered nor kept 70 days after the loss', async () => {
    await save('a');
    await save('b');
    await backups.maintain(true);
    start(inMemoryStore());
    host = testService(store, { clock: host.clock });
    await save('since');
    await backups.maintain(true);
    for (let day = 0; day < 70; day++) {
      host.clock.advance(86_400);
      await backups.maintain(true);
    }
    expect((await backups.state()).offer).toBeUndefined();
    expect((await daily()).map(({ memories }) => memories)).not.toContain(2);
  });

  it('stay while the clock may be wrong, even if more than 30 days seem to have passed since the loss', async () => {
    await save('a');
    await save('b');
    await backups.maintain(true);
    const [full] = await daily();
    start(inMemoryStore());
    host = testService(store, { clock: host.clock });
    await save('since');
    const live = async (days: number) => {
      for (let day = 0; day < days; day++) {
        host.clock.advance(86_400);
        await backups.maintain(true);
      }
    };
    await live(20);
    const jump = 31 * 86_400;
    host.clock.advance(jump);
    start();
    await backups.maintain(false);
    expect(await daily()).toContainEqual(full);
    host.clock.advance(-jump);
    start();
    expect((await backups.state()).offer).toEqual(full);
    await live(60);
    expect(await daily()).not.toContainEqual(full);
  });
});
