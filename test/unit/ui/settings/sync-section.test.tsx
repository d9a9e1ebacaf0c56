import { signal } from '@preact/signals';
import { h } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import type { EngineControl, EngineState } from '../../../../src/client/engine-control.ts';
import type { Client } from '../../../../src/client/index.ts';
import type { SyncCheck, SyncState } from '../../../../src/lib/sync.ts';
import { createConflictPairs } from '../../../../src/ui/settings/sync-conflicts.ts';
import { SyncSection } from '../../../../src/ui/settings/sync-section.tsx';
import { createSyncModel } from '../../../../src/ui/settings/sync.ts';
import { FrameContext } from '../../../../src/ui/components/frame.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import { renderSettings } from '../../../support/render-settings.ts';
import { connectedSyncState, engineState, ourOffers } from '../../../support/engine-control.ts';

const { address } = connectedSyncState.server!;
const failed = { address, status: 'failed', fault: 'notKept', message: 'The disk is full.' } as const;
const ready: SyncCheck = {
  address,
  status: 'ready',
  offers: ourOffers,
  here: 5,
  there: 0,
  same: 0,
  isMore: false,
  deletions: 0,
  mayWrite: true,
  isLimited: false,
  collections: { see: true, change: true },
  onlyThere: [],
};

afterEach(() => vi.unstubAllGlobals());

/** `answer`: what the engine does with a command. */
function section(answer: () => Promise<void> = async () => {}) {
  const control = { sync: answer } as unknown as EngineControl;
  const client = { collections: { list: () => ({ async *[Symbol.asyncIterator]() {} }) } } as unknown as Client;
  const notices = createNotices(translator());
  const host = { allowServer: async () => true, isServerAllowed: async () => true, forgetServer: async () => {} };
  const sync = createSyncModel({ client, control, host, syncServer: () => address, notices, t: translator() });
  const state = signal<EngineState>(engineState({ sync: connectedSyncState }));
  const { root } = renderSettings(
    h(FrameContext.Provider, { value: { t: translator(), notices, keys: {} as never }, children: h(SyncSection, {}) }),
    {
      sync,
      notices,
      engine: { state } as never,
      conflictPairs: createConflictPairs({ client, notices, t: translator() }),
    },
  );
  const show = async (changed: Partial<SyncState>) => {
    state.value = engineState({ sync: { ...connectedSyncState, ...changed } });
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const press = (name: string) =>
    [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click();
  return { root, sync, show, press };
}

test('if the backup fails while the user changes the connection, the form shows why and takes the focus', async () => {
  const { root, sync, show, press } = section();
  sync.editServer(address);
  await show({ check: ready });
  expect(root.querySelector('form')).toBeNull();
  press('Start syncing');
  await show({ check: failed });
  expect(root.querySelector('form')?.textContent).toContain('The backup couldn’t be stored');
  expect(document.activeElement?.getAttribute('inputmode')).toBe('url');
  expect(sync.takesFocus()).toBe(false);
  press('Cancel');
  await show({});
  expect(root.querySelector('form')).toBeNull();
});

test('a failed command doesn’t move the focus later', async () => {
  const { sync, show, press } = section(() => Promise.reject(new Error('The engine has ended.')));
  await show({ check: ready });
  press('Start syncing');
  await show({ check: ready });
  expect(sync.takesFocus()).toBe(false);
});

test('disconnecting closes the form that was open to change the connection', async () => {
  const { sync } = section();
  sync.editServer(address);
  await sync.disconnect(address);
  expect(sync.isEditingServer.value).toBe(false);
});
