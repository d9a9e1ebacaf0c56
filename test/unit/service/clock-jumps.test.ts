import { beforeEach, describe, expect, it } from 'vitest';
import { testService, type TestService } from '../../support/service.ts';
import { stores } from '../../support/stores.ts';

const day = 86_400;

describe.each(stores)('maintenance with a clock that jumps, on %s', (_, make) => {
  let host: TestService;
  let id: string;

  /** Does what the extension and the server do at each start. */
  const start = async () => {
    host = testService(host.store, { clock: host.clock });
    await host.service.maintain();
  };
  const trashed = async () => (await host.send('GET', '/memories?deleted=true')).body.memories.length;
  const key = { headers: { 'idempotency-key': 'k' } };
  const keptKeys = async () =>
    Number((await host.store.read('me', (reader) => reader.idempotency('builtin', 'createMemory', 'k'))) !== undefined);

  beforeEach(async () => {
    host = testService(make());
    await host.passDays(2);
    ({ id } = (await host.send('POST', '/memories', { content: 'note' }, key)).body);
    await host.send('DELETE', `/memories/${id}`);
  });

  it('deletes nothing at a start with the clock 31 days ahead, nor at the next start with the right time', async () => {
    host.clock.advance(31 * day);
    await start();
    await start();
    expect([await trashed(), await keptKeys()]).toEqual([1, 1]);
    host.clock.advance(-31 * day);
    await start();
    await host.passDays(2);
    expect([await trashed(), await keptKeys()]).toEqual([1, 1]);
    expect((await host.send('POST', `/memories/${id}/restore`)).status).toBe(200);
  });

  it('deletes expired data once the clock has run for 24 hours', async () => {
    host.clock.advance(31 * day);
    await start();
    host.clock.advance(day - 1);
    await start();
    expect([await trashed(), await keptKeys()]).toEqual([1, 1]);
    host.clock.advance(1);
    await start();
    expect([await trashed(), await keptKeys()]).toEqual([0, 0]);
  });

  it('waits again after each jump of more than two days', async () => {
    for (let jump = 0; jump < 3; jump++) {
      host.clock.advance(31 * day);
      await start();
      host.clock.advance(day / 2);
      await start();
    }
    host.clock.advance(2 * day + 1);
    await start();
    expect(await trashed()).toBe(1);
    host.clock.advance(2 * day);
    await start();
    expect(await trashed()).toBe(0);
  });

  it('deletes nothing at the very first start, when no earlier time is known', async () => {
    host = testService(make(), { clock: host.clock });
    const { body } = await host.send('POST', '/memories', { content: 'note' });
    await host.send('DELETE', `/memories/${body.id}`);
    host.clock.advance(31 * day);
    await start();
    expect(await trashed()).toBe(1);
  });

  it.each(['', '{', 'null', '{"seen":"today"}', '{"seen":1}'])(
    'treats the damaged clock setting %j like a missing one',
    async (value) => {
      await host.store.write('me', (writer) => writer.putSetting('clock', value));
      host.clock.advance(31 * day);
      await host.send('POST', '/memories', { content: 'note' }, key);
      await start();
      expect([await trashed(), await keptKeys()]).toEqual([1, 1]);
      await host.passDays(1);
      expect([await trashed(), await keptKeys()]).toEqual([0, 0]);
    },
  );

  it('control: without a jump, deletes data when it expires', async () => {
    await host.passDays(30);
    expect(await trashed()).toBe(1);
    await host.passDays(1);
    expect(await trashed()).toBe(0);
  });
});
