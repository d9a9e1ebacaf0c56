import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect } from 'vitest';
import { runEmbedder, type EmbedderScope } from '../../src/embed/hosted/worker.ts';
import type { EmbedderWorker } from '../../src/embed/hosted/session.ts';
import { bundled } from '../../src/embed/registry.ts';
import type { EngineParts } from '../../src/extension/engine/compose.ts';
import { pageLogDatabase } from '../../src/extension/page-log/database.ts';
import { inMemoryLargeFiles } from '../../scripts/in-memory-store/large-files.ts';
import { vectorIndex } from '../../src/search/vector/vector-index.ts';
import { dexieSyncKeeping } from '../../src/store/dexie/sync-scratch.ts';
import { dexieStore } from '../../src/store/dexie/index.ts';
import { kernel } from '../unit/search/vector/fixtures.ts';
import { inMemoryBackups } from './in-memory-backups.ts';
import { standInEmbedder } from './stand-in-model.ts';

function embedderInThisThread(): Worker {
  const worker: EmbedderWorker = {
    postMessage: (data) => queueMicrotask(() => scope.onmessage?.(new MessageEvent('message', { data }))),
    terminate() {},
    onmessage: null,
    onerror: null,
  };
  const scope: EmbedderScope = {
    postMessage: (data) => queueMicrotask(() => worker.onmessage?.(new MessageEvent('message', { data }))),
    onmessage: null,
  };
  runEmbedder(scope, async () => standInEmbedder(bundled.model));
  return worker as unknown as Worker;
}

export function engineParts(): EngineParts {
  return {
    openStore: async () => dexieStore({ indexedDB: new IDBFactory(), IDBKeyRange }),
    openPageLog: async () => pageLogDatabase({ indexedDB: new IDBFactory(), IDBKeyRange }),
    openSyncKeeping: async () => dexieSyncKeeping({ indexedDB: new IDBFactory(), IDBKeyRange }),
    openVectors: (blobs) => vectorIndex({ kernel, files: inMemoryLargeFiles(), blobs }),
    backups: { folder: inMemoryBackups(), openScratch: async () => expect.fail('nothing is backed up') },
    startWorker: embedderInThisThread,
    environment: { browser: 'chromium', hasAdapter: async () => false, hasFile: async () => true },
    caches: { match: async () => undefined, has: async () => false } as unknown as CacheStorage,
    report: (fault) => expect.fail(String(fault)),
    tell() {},
  };
}
