import { describe, expect, it } from 'vitest';
import { importedMemory } from '../../../conformance/imported-memory.ts';
import { localOwner } from '../../../src/service/vouched.ts';
import { testService } from '../../support/service.ts';
import { stores } from '../../support/stores.ts';

describe.each(stores)('an import on %s', (_, make) => {
  it('keeps the source if a page of the extension imports', async () => {
    const host = testService(make());
    const memory = importedMemory({
      source: 'context-menu',
      origin: { source: 'x', createdAt: '2020-01-01T00:00:00.000Z' },
    });
    await host.send('POST', '/memories/import', { memories: [memory] });
    expect((await host.send('GET', `/memories/${memory.id}`)).body).toMatchObject(memory);
  });

  it('refuses rows beyond the plan’s limit of memories; memories in the trash don’t count', async () => {
    const host = testService(make());
    await host.store.write(localOwner, (writer) => writer.setPlan('free'));
    const memories = Array.from({ length: 202 }, () => importedMemory());
    memories[0]!.deletedAt = '2026-01-01T00:00:00.000Z';
    const { body } = await host.send('POST', '/memories/import', { memories });
    const outcomes = body.memories.map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes.slice(0, 201)).toEqual(Array.from({ length: 201 }, () => 'created'));
    expect(body.memories[201]).toMatchObject({ outcome: 'refused', reason: 'the plan allows no more memories' });
    expect((await host.send('GET', '/usage')).body).toMatchObject({
      memories: { used: 200 },
      transactionsToday: { used: 1 },
    });
  });

  it('refuses rows that would overfill the trash, which has the same limit as the memories outside it', async () => {
    const host = testService(make());
    await host.store.write(localOwner, (writer) => writer.setPlan('free'));
    const trashed = () => importedMemory({ deletedAt: '2026-01-01T00:00:00.000Z' });
    const add = async (memories: object[]) => (await host.send('POST', '/memories/import', { memories })).body.memories;
    const given = Array.from({ length: 200 }, trashed);
    expect((await add(given)).map(({ outcome }: { outcome: string }) => outcome)).not.toContain('refused');
    const refused = { outcome: 'refused', reason: 'the plan allows no more memories in the trash' };
    const live = importedMemory();
    expect(await add([trashed(), live])).toMatchObject([refused, { outcome: 'created' }]);
    const deleted = { ...live, version: 2, deletedAt: '2026-01-02T00:00:00.000Z' };
    expect(await add([deleted])).toMatchObject([refused]);
    expect((await host.send('GET', `/memories/${live.id}`)).status).toBe(200);

    const edited = { ...given[0]!, version: 2, content: 'edited' };
    const restored = { ...given[1]!, version: 2, deletedAt: null };
    expect(await add([edited, restored, deleted, trashed()])).toMatchObject([
      { outcome: 'updated' },
      { outcome: 'updated' },
      { outcome: 'updated' },
      refused,
    ]);
  });

  it('may put any number of memories into the trash on the unlimited plan', async () => {
    const host = testService(make());
    const memories = Array.from({ length: 201 }, () => importedMemory({ deletedAt: '2026-01-01T00:00:00.000Z' }));
    const { body } = await host.send('POST', '/memories/import', { memories });
    expect(body.memories.at(-1)).toMatchObject({ outcome: 'created' });
  });

  it.each([
    { order: [1, 2], outcomes: ['created', 'updated'] },
    { order: [2, 1], outcomes: ['created', 'kept'] },
  ])('uses the higher version of two rows with the same id: $order', async ({ order, outcomes }) => {
    const host = testService(make());
    const memory = importedMemory();
    const memories = order.map((version) => ({ ...memory, version, content: version === 2 ? 'new' : 'old' }));
    const { body } = await host.send('POST', '/memories/import', { memories });
    expect(body.memories.map(({ outcome }: { outcome: string }) => outcome)).toEqual(outcomes);
    expect((await host.send('GET', `/memories/${memory.id}`)).body).toMatchObject({ content: 'new', version: 2 });
    expect((await host.send('GET', '/memories')).body.memories).toHaveLength(1);
  });
});
