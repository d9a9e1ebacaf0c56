import { browser } from 'wxt/browser';
import { hostEngineHere } from '../../src/extension/engine/here.ts';
import { serveServiceWorker } from '../../src/extension/engine/service-worker.ts';

/** Chromium's host of the engine: service workers can have no worker of their own. */
// Documents like this one have no alarms.
serveServiceWorker(
  hostEngineHere({
    onUnindexed: (unindexed) =>
      void browser.runtime.sendMessage({ kind: 'engine.unindexed', unindexed }).catch(() => {}),
  }),
);
