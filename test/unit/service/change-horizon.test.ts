import { beforeEach, describe, expect, it } from 'vitest';
import { keywordIndex } from '../../../src/search/keyword/keyword-index.ts';
import { limits } from '../../../src/v1/limits.ts';
import { testService, type TestService } from '../../support/service.ts';
import { stores } from '../../support/stores.ts';

describe.each(stores)('the change feed on %s, with old tombstones', (_, make) => {
  let host: TestService;
  let ids: string[];
  let index: ReturnType<typeof keywordIndex>;

  beforeEach(async () => {
    index = keywordIndex();
    host = testService(make(), { dropsTombstones: true, index });
    ids = [];
    for (const content of ['first', 'second', 'third'])
      ids.push((await host.send('POST', '/memories', { content })).body.id);
  });

  const changes = async (since?: string, limit = 100) =>
    host.send('GET', `/changes?limit=${limit}${since === undefined ? '' : `&since=${encodeURIComponent(since)}`}`);
  const erase = (id: string) => host.send('DELETE', `/memories/${id}?permanent=true`);
  const idsIn = ({ body }: Awaited<ReturnType<typeof changes>>) => body.memories.map(({ id }: { id: string }) => id);

  it('rejects a position before a dropped tombstone; from the beginning, returns the remaining memories', async () => {
    const before = (await changes()).body.since;
    await erase(ids[0]!);
    const between = (await changes()).body.since;
    await erase(ids[1]!);
    await host.passDays(limits.changesDays - 2);
    expect((await changes(before)).body.erased).toEqual(ids.slice(0, 2));
    await host.passDays(4);
    expect(await changes(before)).toMatchObject({ status: 410, body: { error: { code: 'not_found' } } });
    expect((await changes(between)).status).toBe(410);
    const fromStart = await changes();
    expect([idsIn(fromStart), fromStart.body.erased]).toEqual([[ids[2]], []]);
    expect((await changes(fromStart.body.since)).status).toBe(200);
  });

  it('still rejects a position that it has rejected before, even if the clock was behind at a deletion', async () => {
    const year = 365 * 86_400;
    await erase(ids[0]!);
    const before = (await changes()).body.since;
    host.clock.advance(-year);
    await erase(ids[1]!);
    host.clock.advance(year);
    await host.passDays(4);
    expect((await changes(before)).status).toBe(410);
    // Now the tombstone of the first memory is dropped, too.
    await host.passDays(limits.changesDays + 2);
    expect((await changes(before)).status).toBe(410);
  });

  it('continues for a reader that read the tombstones before they were dropped, or began afterwards', async () => {
    await erase(ids[0]!);
    const seen = (await changes()).body.since;
    await host.passDays(limits.changesDays + 2);
    expect((await changes(seen)).status).toBe(200);
    // The second and third memory are older than the dropped tombstone, so the first page ends before that tombstone.
    const first = await changes(undefined, 1);
    expect(idsIn(first)).toEqual([ids[1]]);
    const second = await changes(first.body.since, 1);
    expect([second.status, idsIn(second)]).toEqual([200, [ids[2]]]);
  });

  it('drops a tombstone only after the index has removed the memory', async () => {
    const hits = async () => (await index.search({ text: 'first', filters: {}, limit: 9 })).map(({ id }) => id);
    await host.send('POST', '/memories/search', { query: 'first', mode: 'keyword' });
    expect(await hits()).toEqual([ids[0]]);
    await erase(ids[0]!);
    await host.passDays(limits.changesDays + 2);
    expect(await hits()).toEqual([]);
  });

  it('keeps tombstones if the host doesn’t allow dropping them', async () => {
    host = testService(make());
    const { id } = (await host.send('POST', '/memories', { content: 'kept' })).body;
    const before = (await changes()).body.since;
    await erase(id);
    await host.passDays(limits.changesDays + 30);
    expect((await changes(before)).body.erased).toEqual([id]);
  });
});
