import { hostEngineHere } from '../../src/extension/engine/here.ts';
import { serveServiceWorker } from '../../src/extension/engine/service-worker.ts';

/** Chromium's host of the engine: service workers can have no worker of their own. */
serveServiceWorker(hostEngineHere());
