import { defineBackground } from 'wxt/utils/define-background';
import { callerOver } from '../src/client/transports/caller.ts';
import type { OpenChannel } from '../src/client/transports/link.ts';
import { ringWhileSyncing, ringWhileUnindexed } from '../src/extension/alarms.ts';
import { startBackground } from '../src/extension/background.ts';
import { forgetDeleted } from '../src/extension/forget-deleted.ts';
import { lastImport } from '../src/extension/last-import.ts';
import { portChannel } from '../src/extension/engine/host.ts';
import { keepAwake } from '../src/extension/engine/keep-awake.ts';
import { hostEngineHere } from '../src/extension/engine/own-pages.ts';
import type { VouchedQuestion } from '../src/extension/engine/serve.ts';
import { openFromServiceWorker } from '../src/extension/engine/service-worker.ts';

/**
 * Without this call, Firefox limits the extension's storage and may delete it when the disk is full. In Chromium, the
 * permission `unlimitedStorage` is enough.
 */
function keepFromEviction(): void {
  void navigator.storage.persist().catch(() => {});
}

function hostInBackground(onSiteStopped: (origin: string) => void): OpenChannel {
  keepFromEviction();
  const host = hostEngineHere({
    onBusy: keepAwake(),
    onUnindexed: (unindexed) => void ringWhileUnindexed(unindexed),
    onSyncs: (syncs) => void ringWhileSyncing(syncs),
    onSiteStopped,
    onPageRequest: forgetDeleted(localStorage, lastImport, Date.now()),
  });
  return async (events) => portChannel((port) => host.attach(port, 'background'), events);
}

export default defineBackground(() => {
  const open = import.meta.env.FIREFOX
    ? hostInBackground((origin) => void background.siteStopped(origin))
    : openFromServiceWorker;
  const patternsHavePorts = !import.meta.env.FIREFOX;
  const background = startBackground(callerOver<VouchedQuestion>(open), { patternsHavePorts });
});
