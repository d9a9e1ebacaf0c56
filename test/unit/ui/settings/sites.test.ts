import { beforeEach, expect, test } from 'vitest';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { createSites, everySite, type SitesHost } from '../../../../src/ui/settings/sites.ts';
import { createNotices, type Notices } from '../../../../src/ui/state/notices.ts';
import { siteHost } from '../../../support/page-sites.ts';
import { Commonplace } from '../../../../src/client/index.ts';
import { handleEnvelope } from '../../../../src/service/envelope.ts';

const t = translator();
let service: ReturnType<typeof siteHost>;
let silent: Set<string>;
let notices: Notices;
let isAway: boolean;

beforeEach(() => {
  service = siteHost();
  silent = new Set();
  notices = createNotices(t);
  isAway = false;
});

function sites(more: Partial<SitesHost> = {}) {
  return createSites({
    client: new Commonplace({
      transport: async (request) => {
        if (isAway) throw new Error('gone');
        return handleEnvelope(service.service, request, { source: 'library' });
      },
    }),
    notices,
    t,
    host: {
      revokeSite: async (id) => void (await service.send('DELETE', `/tokens/${id}`)),
      siteChanged: async () => {},
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

test('pauses a site and lets it go on', async () => {
  await service.grant();
  const list = sites();
  await list.refresh();
  await list.pause(list.all.value![0]!);
  expect(list.all.value?.[0]?.paused).toBe(true);
  await list.pause(list.all.value![0]!);
  expect(list.all.value?.[0]?.paused).toBe(false);
});

test('revokes a site and says so', async () => {
  await service.grant();
  const list = sites();
  await list.refresh();
  await list.revoke(list.all.value![0]!);
  expect(list.all.value).toEqual([]);
  expect(notices.current.value?.text).toBe('Disconnected shop.example');
});

test('a revoke that fails is said, and the site stays', async () => {
  await service.grant();
  const list = sites({ revokeSite: () => Promise.reject(new Error('gone')) });
  await list.refresh();
  await list.revoke(list.all.value![0]!);
  expect(list.all.value).toHaveLength(1);
  expect(notices.current.value?.tone).toBe('failed');
});

test('keeps sites from asking, one or all', async () => {
  const list = sites();
  await list.setSilent(everySite, true);
  expect(list.silent.value).toEqual([everySite]);
  await list.setSilent(everySite, false);
  expect(list.silent.value).toEqual([]);
});

test('says that it can’t load them, until it can', async () => {
  const list = sites();
  isAway = true;
  await list.refresh();
  expect([list.isAway.value, list.all.value]).toEqual([true, undefined]);
  isAway = false;
  await list.refresh();
  expect([list.isAway.value, list.all.value]).toEqual([false, []]);
});
