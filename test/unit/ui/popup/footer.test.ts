import { signal } from '@preact/signals';
import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { expect, test, vi } from 'vitest';
import type { SyncState } from '../../../../src/lib/sync.ts';
import { ScreenContext, type Screen } from '../../../../src/ui/components/screen.ts';
import { Footer } from '../../../../src/ui/popup/footer.tsx';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { keyNames } from '../../../../src/ui/state/keyboard.ts';
import { connectedSyncState, engineState, noSyncState } from '../../../support/engine-control.ts';

const at = '2026-01-01T00:00:00.000Z';
const connected: SyncState = { ...connectedSyncState, last: { at, stopped: null } };

function footerText(sync: SyncState): string {
  const { document } = new Window();
  vi.stubGlobal('document', document);
  const screen = { t: translator(), keys: keyNames('other') } as unknown as Screen;
  const root = document.createElement('div');
  const act = () => {};
  const footer = h(Footer, {
    count: signal(3),
    isLoading: false,
    engine: signal(engineState({ sync })),
    library: act,
    settings: act,
    listActions: act,
  });
  render(h(ScreenContext.Provider, { value: screen, children: footer }), root);
  vi.unstubAllGlobals();
  return root.textContent;
}

test('says whether memories are only on this device, are synced, or sync is paused', () => {
  expect(footerText(noSyncState)).toContain('3 memories · all on this device');
  expect(footerText(connected)).toContain('3 memories · synced');
  expect(footerText({ ...connected, paused: true })).toContain('3 memories · sync is paused');
});

test.each<[string, Partial<SyncState>]>([
  ['the token is no longer accepted', { last: { at, stopped: 'unauthorized' } }],
  ['a question waits for the user', { question: { kind: 'mass-absence', missing: 5, known: 5 } }],
])('says that sync has stopped if %s, unless sync is paused', (_, more) => {
  expect(footerText({ ...connected, ...more })).toContain('Sync has stopped');
  expect(footerText({ ...connected, ...more, paused: true })).not.toContain('stopped');
});

test('doesn’t say “synced” while a change waits to be sent, or after a failed sync', () => {
  const waiting = footerText({ ...connected, counts: { ...noSyncState.counts, waiting: 1 } });
  expect(waiting).toContain('1 change waits');
  expect(waiting).not.toContain('synced');
  const failed = footerText({ ...connected, last: { at, stopped: 'unreachable' } });
  expect(failed).not.toMatch(/synced|stopped/);
});
