import { beforeEach, describe, expect, it } from 'vitest';
import { testService, type TestService } from '../../support/service.ts';
import { stores } from '../../support/stores.ts';

const shop = 'https://shop.example';
const hidingTags = ['mx:dup:mem_1', 'MX:dup:mem_1', ' mx:trash', 'ｍｘ:dup:mem_1'];

describe.each(stores)('the tags that sync uses to hide duplicates, on %s', (_, make) => {
  let host: TestService;

  beforeEach(() => {
    host = testService(make());
  });

  it.each(hidingTags)('can’t be set by a page: %s', async (tag) => {
    const token = await host.token({ scopes: ['memories:read', 'memories:write'] }, { grantOrigin: shop });
    const byPage = { token, vouched: { origin: shop } };
    const created = await host.send('POST', '/memories', { content: 'tea', tags: ['mx', 'amx:b'] }, byPage);
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect((await host.send('POST', '/memories', { content: 'tea', tags: ['a', tag] }, byPage)).status).toBe(400);
    expect((await host.send('PATCH', `/memories/${id}`, { tags: [tag] }, byPage)).status).toBe(400);
    // Control: sync itself and the user may set the tag.
    expect((await host.send('PATCH', `/memories/${id}`, { tags: [tag] })).status).toBe(200);
    // A page may keep a tag that is already set.
    expect(
      (await host.send('PATCH', `/memories/${id}`, { content: 'coffee', tags: [tag.trim()] }, byPage)).status,
    ).toBe(200);
  });

  it.each(hidingTags)('aren’t imported: %s', async (tag) => {
    const id = 'mem_01kjq8z0000000000000000001';
    const memory = { id, content: 'tea', tags: ['a', tag], createdAt: '2026-01-01T00:00:00.000Z' };
    const imported = await host.send('POST', '/memories/import', { memories: [memory] });
    expect(imported.status).toBe(200);
    expect((await host.send('GET', `/memories/${id}`)).body).toMatchObject({ tags: ['a'] });
    // If the stored memory has the tag, importing the memory with the tag changes nothing.
    const tagged = await host.send('PATCH', `/memories/${id}`, { tags: ['a', tag] });
    const again = await host.send('POST', '/memories/import', { memories: [tagged.body] });
    expect(again.body.memories).toMatchObject([{ outcome: 'unchanged' }]);
  });
});
