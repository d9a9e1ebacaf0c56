import { expect, onTestFinished, test, vi } from 'vitest';
import type { SiteLog } from '../../../../src/client/page-log.ts';
import type { PageSite } from '../../../../src/ui/popup/host.ts';
import { connectToService, stopTime } from '../connection.ts';
import { page, popupOn } from './screen.ts';

const connected: PageSite = { state: 'connected', origin: 'https://recipes.example', id: 'tok_1', paused: false };

const siteLog: SiteLog = {
  origin: connected.origin,
  since: '2026-03-01T12:00:00.000Z',
  recordedFrom: '2026-01-01T12:00:00.000Z',
  received: 200,
  changed: 0,
  isTrimmed: false,
  days: [],
  limits: { reads: 200, writes: 50 },
};

test('shows the site of the active tab, and disconnects it with one click', async () => {
  let site: PageSite | undefined = connected;
  const disconnected: string[] = [];
  const popup = popupOn(page, connectToService(), {
    site: async () => site,
    disconnectSite: async (id) => {
      disconnected.push(id);
      site = undefined;
    },
  });
  await popup.open();
  expect(popup.siteAccess.site.value).toEqual(connected);
  await popup.siteAccess.disconnect();
  expect(disconnected).toEqual(['tok_1']);
  expect(popup.siteAccess.site.value).toBeUndefined();
  expect(popup.shownNotice()[0]).toBe('Disconnected recipes.example');
});

test.each<[string, () => Promise<undefined>]>([
  ['the page is busy or hasn’t asked for access', async () => undefined],
  ['the background doesn’t respond', () => Promise.reject(new Error('nobody there'))],
])('finds the site a little later if at first %s', async (_, nothing) => {
  stopTime();
  onTestFinished(() => void vi.useRealTimers());
  const asks: PageSite = { state: 'asks', origin: connected.origin, hasAccess: false };
  let lookups = 0;
  const popup = popupOn(page, connectToService(), { site: () => (++lookups < 3 ? nothing() : Promise.resolve(asks)) });
  await popup.open();
  expect(popup.siteAccess.site.value).toBeUndefined();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([popup.siteAccess.site.value, lookups]).toEqual([asks, 3]);
});

test('reports a failed disconnection, and offers to try again', async () => {
  const popup = popupOn(page, connectToService(), {
    site: async () => connected,
    disconnectSite: () => Promise.reject(new Error('gone')),
  });
  await popup.open();
  await popup.siteAccess.disconnect();
  expect(popup.siteAccess.site.value).toEqual(connected);
  expect(popup.shownNotice()[1]).toBe('Try again');
});

test('resumes with one click a site that was paused because it read too much', async () => {
  const connection = connectToService();
  const { body } = await connection.sendFromElsewhere('POST', '/tokens', { name: 'x', scopes: ['memories:read'] });
  await connection.sendFromElsewhere('PATCH', `/tokens/${body.id}`, { paused: true });
  const paused = async () => (await connection.sendFromElsewhere('GET', '/tokens')).body.tokens[0].paused as boolean;
  const changes: string[] = [];
  const popup = popupOn(
    page,
    connection,
    {
      site: async () => ({ ...connected, id: body.id, paused: await paused() }),
      siteChanged: async (origin) => void changes.push(origin),
    },
    undefined,
    { sites: async () => [{ ...siteLog, exceededLimit: 'reads' }] },
  );
  await popup.open();
  expect(popup.siteAccess.log.value?.exceededLimit).toBe('reads');
  await popup.siteAccess.resume();
  expect([await paused(), changes]).toEqual([false, [connected.origin]]);
  expect(popup.siteAccess.site.value).toMatchObject({ paused: false });
  expect(popup.shownNotice()[0]).toBe('Resumed recipes.example');
});
