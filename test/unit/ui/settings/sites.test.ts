import { beforeEach, describe, expect, test } from 'vitest';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { callWords } from '../../../../src/ui/settings/call-words.ts';
import { createSites, everySite, type SitesHost } from '../../../../src/ui/settings/sites.ts';
import { createNotices, type Notices } from '../../../../src/ui/state/notices.ts';
import { shop, siteHost } from '../../../support/page-sites.ts';
import { ownClient } from '../../../../src/client/index.ts';
import { handleEnvelope } from '../../../../src/service/envelope.ts';

const t = translator();
let service: ReturnType<typeof siteHost>;
let silent: Set<string>;
let notices: Notices;
let isAway: boolean;
let changes: string[];
let downloads: [string, Blob][];

beforeEach(() => {
  service = siteHost();
  silent = new Set();
  notices = createNotices(t);
  isAway = false;
  [changes, downloads] = [[], []];
});

function sites(more: Partial<SitesHost> = {}) {
  return createSites({
    client: ownClient(async (request) => {
      if (isAway) throw new Error('gone');
      return handleEnvelope(service.service, request, { source: 'library' });
    }),
    pageLog: service.log,
    syncServer: () => 'https://shop.example/memories',
    notices,
    t,
    host: {
      revokeSite: async (id) => void (await service.send('DELETE', `/tokens/${id}`)),
      siteChanged: async (origin) => void changes.push(origin),
      saveFile: (name, file) => void downloads.push([name, file]),
      silentSites: async () => [...silent],
      setSilent: async (origin, isSilent) => void (isSilent ? silent.add(origin) : silent.delete(origin)),
      ...more,
    },
  });
}

test('lists the sites, and no other token', async () => {
  await service.grant();
  await service.send('POST', '/tokens', { name: 'tool', scopes: ['memories:read'] });
  const list = sites();
  await list.refresh();
  expect(list.all.value?.map(({ origin }) => origin)).toEqual(['https://shop.example']);
});

test('names the sync server when it revokes a site, so that the server’s permission is kept', async () => {
  await service.grant();
  const revoked: unknown[] = [];
  const list = sites({ revokeSite: async (...named) => void revoked.push(named) });
  await list.refresh();
  await list.revoke(list.all.value![0]!);
  expect(revoked).toEqual([[expect.stringMatching(/^tok_/), 'https://shop.example/memories']]);
});

test('pauses and resumes a site', async () => {
  await service.grant();
  const list = sites();
  await list.refresh();
  await list.togglePaused(list.all.value![0]!);
  expect(list.all.value?.[0]?.paused).toBe(true);
  await list.togglePaused(list.all.value![0]!);
  expect(list.all.value?.[0]?.paused).toBe(false);
});

test('revokes a site’s access, and confirms the disconnection', async () => {
  await service.grant();
  const list = sites();
  await list.refresh();
  await list.revoke(list.all.value![0]!);
  expect(list.all.value).toEqual([]);
  expect(notices.current.value?.text).toBe('Disconnected shop.example');
});

test('reports a failed revocation, and keeps the site in the list', async () => {
  await service.grant();
  const list = sites({ revokeSite: () => Promise.reject(new Error('gone')) });
  await list.refresh();
  await list.revoke(list.all.value![0]!);
  expect(list.all.value).toHaveLength(1);
  expect(notices.current.value?.tone).toBe('failed');
});

test('stops all sites from asking for access, and can let all sites ask again', async () => {
  const list = sites();
  await list.setSilent(everySite, true);
  expect(list.silent.value).toEqual([everySite]);
  await list.setSilent(everySite, false);
  expect(list.silent.value).toEqual([]);
});

test('says that the sites can’t be loaded, until a reload succeeds', async () => {
  const list = sites();
  isAway = true;
  await list.refresh();
  expect([list.isUnreachable.value, list.all.value]).toEqual([true, undefined]);
  isAway = false;
  await list.refresh();
  expect([list.isUnreachable.value, list.all.value]).toEqual([false, []]);
});

describe('a site that used the memories', () => {
  let secret: string;
  const page = (method: string, path: string, body?: unknown) =>
    service.send(method, path, body, { token: secret, vouched: { origin: shop } });

  beforeEach(async () => {
    const id = await service.grant();
    secret = (await service.send('POST', `/tokens/${id}/secrets`)).body.token;
    await page('POST', '/memories', { content: 'Soup' });
    await page('GET', '/memories');
  });

  test('is listed with its activity, also after its revocation; the exported log has no text of memories', async () => {
    const list = sites();
    await list.refresh();
    expect(list.logs.value.get(shop)).toMatchObject({ received: 1, changed: 1 });
    expect(list.past.value).toEqual([]);
    await list.revoke(list.all.value![0]!);
    expect(list.past.value.map(({ origin }) => origin)).toEqual([shop]);
    await list.exportLog(list.past.value[0]!);
    const [[name, file]] = downloads as [[string, Blob]];
    const text = await file.text();
    expect(name).toBe('commonplace-shop.example.json');
    expect(JSON.parse(text)).toMatchObject({
      origin: shop,
      receipts: [{ call: 'listMemories' }, { call: 'createMemory' }],
    });
    expect(text).not.toContain('Soup');
  });

  test('has a labelled log entry for each of its calls', async () => {
    const answers = [await page('GET', '/changes'), await page('POST', '/memories/search', { query: 'soup' })];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const calls = (await sites().receipts(shop)).map(({ call }) => callWords(t, call));
    expect(calls).toEqual(['Searched', 'Read changes', 'Listed', 'Saved']);
  });

  test('has a list of received memories, each with the received version and the current state', async () => {
    const list = sites();
    const [listed] = await list.receipts(shop);
    const words = async () => (await list.received(listed!.memories)).map(({ version, now }) => ({ version, now }));
    expect(await words()).toEqual([{ version: 1, now: { words: 'Soup', version: 1 } }]);
    const { id } = listed!.memories[0]!;
    await service.send('PATCH', `/memories/${id}`, { title: 'Onion soup' });
    expect(await words()).toEqual([{ version: 1, now: { words: 'Onion soup', version: 2 } }]);
    await service.send('DELETE', `/memories/${id}?permanent=true`);
    expect(await words()).toEqual([{ version: 1 }]);
  });

  test('can get other rights and limits, and the background script is notified', async () => {
    const list = sites();
    await list.refresh();
    const rights = {
      scopes: ['memories:read' as const],
      collections: null,
      expiresAt: null,
      ownOnly: true,
      rateLimit: { requests: 60, seconds: 60 },
    };
    await list.save(list.all.value![0]!, rights, { reads: 5, writes: 1 });
    expect(list.all.value?.[0]).toMatchObject({ ...rights, expiresAt: null });
    expect(list.logs.value.get(shop)?.limits).toEqual({ reads: 5, writes: 1 });
    expect(changes).toEqual([shop]);
    expect((await page('POST', '/memories', { content: 'Bread' })).status).toBe(403);
  });

  test('is revoked without an Undo button, since the button would undo an earlier action', async () => {
    const list = sites();
    await list.refresh();
    await list.undo(shop);
    await list.revoke(list.all.value![0]!);
    expect(notices.current.value).toEqual({ text: 'Disconnected shop.example', tone: 'done' });
  });

  test('can have its changes undone, and Undo brings the changes back', async () => {
    const list = sites();
    await list.refresh();
    const live = async () => (await service.send('GET', '/memories')).body.memories.length;
    await list.undo(shop);
    expect([await live(), notices.current.value?.text]).toEqual([0, 'Undid its changes to 1 memory']);
    await notices.undo();
    expect(await live()).toBe(1);
  });

  test('can have its changes undone, including the collections that it created', async () => {
    const list = sites();
    await list.refresh();
    const [site] = list.all.value!;
    await service.send('PATCH', `/tokens/${site!.id}`, { scopes: [...site!.scopes, 'collections:write'] });
    expect((await page('POST', '/collections', { name: 'Theirs' })).status).toBe(201);
    await list.undo(shop);
    expect(notices.current.value?.text).toBe('Undid its changes to 1 memory and 1 collection');
    expect((await service.send('GET', '/collections')).body.collections).toEqual([]);
  });

  test('has no change undone in a memory that was changed since, and the notice says why', async () => {
    const { body } = await service.send('GET', '/memories');
    await service.send('PATCH', `/memories/${body.memories[0].id}`, { title: 'Mine' });
    await sites().undo(shop);
    expect(notices.current.value?.text).toBe(
      'Undid its changes to 0 memories. 1 stays, because it was changed elsewhere since',
    );
  });
});
