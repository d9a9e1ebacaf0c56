import { beforeEach, expect, test, vi } from 'vitest';
import { translator } from '../../../src/ui/i18n/translator.ts';
import { createBadge } from '../../../src/extension/badge.ts';
import type { Waiting } from '../../../src/extension/inbox/inbox.ts';

/** The texts of the badges, by tab id; `all` is the default. */
const badges = vi.hoisted(() => new Map<number | 'all', string>());

/** The parts of the browser that the badge uses. Tab 1 shows a connected site. */
vi.hoisted(() => {
  const nothing = () => Promise.resolve();
  const tabs = [{ id: 1 }, { id: 2 }];
  const chrome = {
    runtime: { id: 'own' },
    tabs: { query: async ({ url }: { url?: string[] }) => (url ? tabs.slice(0, 1) : tabs) },
    action: {
      setBadgeText: async ({ tabId = 'all', text }: { tabId?: number | 'all'; text: string | null }) => {
        if (text === null) badges.delete(tabId);
        else badges.set(tabId, text);
      },
      setBadgeBackgroundColor: nothing,
      setBadgeTextColor: nothing,
      setTitle: nothing,
    },
  };
  Object.assign(globalThis, { chrome });
});

let waiting: Waiting;

const badge = createBadge({
  t: translator(),
  waiting: async () => waiting,
  connected: async () => ['https://shop.example/*'],
});

beforeEach(() => {
  badges.clear();
  waiting = { pending: [], old: [], refused: [], unreadable: [] };
});

const rows = (count: number) => Array.from({ length: count }, () => ({})) as Waiting['pending'];

test('shows a dot for pages of connected sites', async () => {
  await badge.refresh();
  expect([...badges]).toEqual([
    [1, '•'],
    ['all', ''],
  ]);
});

test('shows the number of waiting saves instead of the dot, and “!” if a save needs a decision', async () => {
  await badge.refresh();
  waiting = { ...waiting, pending: rows(3) };
  await badge.refresh();
  expect([...badges]).toEqual([['all', '3']]);
  waiting = { ...waiting, old: rows(1) };
  await badge.refresh();
  expect([...badges]).toEqual([['all', '!']]);
});
