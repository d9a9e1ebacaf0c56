import { createRef, h } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import type { SyncState } from '../../../../src/lib/sync.ts';
import { Progress } from '../../../../src/ui/settings/sync-status.tsx';
import { renderSettings } from '../../../support/render-settings.ts';
import { noSyncState } from '../../../support/engine-control.ts';

const at = '2026-01-01T00:00:00.000Z';
const proof = { at, same: true, count: 5, different: 0, isCurrent: true };
const synced: SyncState = {
  ...noSyncState,
  last: { at, stopped: null },
  counts: { synced: 5, partial: 0, waiting: 0, stuck: 0, conflicts: 0, hidden: 0 },
  proof,
};

afterEach(() => vi.unstubAllGlobals());

const sectionText = (state: SyncState): string =>
  renderSettings(h(Progress, { state, host: 'memories.test', region: createRef<HTMLDivElement>() })).root.textContent ??
  '';

test('says that both sides are equal after a comparison without differences', () => {
  expect(sectionText(synced)).toContain('5 memories, both sides the same');
});

test.each<[string, Partial<SyncState>]>([
  ['a memory waits', { counts: { ...synced.counts, waiting: 1 } }],
  ['the sides differ', { proof: { ...proof, same: false, different: 1 } }],
  ['nothing was compared', { proof: undefined }],
  ['the last sync failed', { last: { at, stopped: 'unreachable' } }],
  ['no sync has finished', { last: undefined }],
  ['memories were changed since the comparison', { proof: { ...proof, isCurrent: false } }],
])('doesn’t say that both sides are equal if %s', (_, more) => {
  expect(sectionText({ ...synced, ...more })).not.toContain('both sides the same');
});

test('counts waiting changes separately from synced memories', () => {
  const words = sectionText({ ...synced, counts: { ...synced.counts, waiting: 2 } });
  expect(words).toContain('5 memories synced');
  expect(words).toContain('2 changes wait to be sent');
});

test('says how many duplicates are hidden here, and nothing if there are none', () => {
  expect(sectionText(synced)).not.toContain('hidden');
  const words = sectionText({ ...synced, counts: { ...synced.counts, hidden: 2 } });
  expect(words).toContain('memories.test has 2 duplicates, which are hidden here');
});

test('keeps times up to date without announcing them', async () => {
  vi.useFakeTimers({ now: Date.parse(at) });
  try {
    const region = createRef<HTMLDivElement>();
    const { root } = renderSettings(h(Progress, { state: synced, host: 'memories.test', region }));
    const status = () => root.querySelector('[role=status]')!.textContent;
    expect([root.textContent, status()]).toEqual([
      expect.stringContaining('checked just now'),
      '5 memories, both sides the same.',
    ]);
    await vi.advanceTimersByTimeAsync(130_000);
    expect(root.textContent).toContain('checked 2 minutes ago');
    expect(status()).toBe('5 memories, both sides the same.');
  } finally {
    vi.useRealTimers();
  }
});
