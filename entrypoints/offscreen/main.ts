import { browser } from 'wxt/browser';
import { forgetDeleted } from '../../src/extension/forget-deleted.ts';
import { lastImport } from '../../src/extension/last-import.ts';
import { hostEngineHere } from '../../src/extension/engine/own-pages.ts';
import { serveServiceWorker } from '../../src/extension/engine/service-worker.ts';

/**
 * Hosts the engine in Chromium, where a service worker can't start workers. An offscreen document has no browser API
 * but `runtime`, so the engine's reports go to the service worker.
 */
const host = hostEngineHere({
  onPageRequest: (request) => forget(request),
  onUnindexed: (unindexed) => void browser.runtime.sendMessage({ kind: 'engine.unindexed', unindexed }).catch(() => {}),
  onSyncs: (syncs) => void browser.runtime.sendMessage({ kind: 'engine.syncs', syncs }).catch(() => {}),
  onSiteStopped: (origin) => void browser.runtime.sendMessage({ kind: 'engine.siteStopped', origin }).catch(() => {}),
});
// This document is created only when something needs the engine, so the engine starts at once.
host.start();
serveServiceWorker(host);
const forget = forgetDeleted(localStorage, lastImport, Date.now());
