import { expect, test } from 'vitest';
import type { PageSite } from '../../../../src/ui/popup/host.ts';
import { connectToService } from '../connection.ts';
import { page, popupOn } from './screen.ts';

const connected: PageSite = { state: 'connected', origin: 'https://recipes.example', id: 'tok_1', paused: false };

test('the site in front is shown, and disconnected by one click', async () => {
  let site: PageSite | undefined = connected;
  const ended: string[] = [];
  const popup = popupOn(page, connectToService(), {
    site: async () => site,
    disconnectSite: async (id) => {
      ended.push(id);
      site = undefined;
    },
  });
  await popup.open();
  expect(popup.siteAccess.site.value).toEqual(connected);
  await popup.siteAccess.disconnect();
  expect(ended).toEqual(['tok_1']);
  expect(popup.siteAccess.site.value).toBeUndefined();
  expect(popup.shownNotice()[0]).toBe('Disconnected recipes.example');
});

test('a disconnect that fails is said, and can be tried again', async () => {
  const popup = popupOn(page, connectToService(), {
    site: async () => connected,
    disconnectSite: () => Promise.reject(new Error('gone')),
  });
  await popup.open();
  await popup.siteAccess.disconnect();
  expect(popup.siteAccess.site.value).toEqual(connected);
  expect(popup.shownNotice()[1]).toBe('Try again');
});
