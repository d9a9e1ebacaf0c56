import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { composeEngine } from '../src/extension/engine/compose.ts';
import { opfsBackups } from '../src/extension/backups/folder.ts';
import { engineStore } from '../src/extension/engine/engine-store.ts';
import { runEngine } from '../src/extension/engine/worker.ts';
import { engineVectors } from '../src/extension/meaning/engine-vectors.ts';
import { openFile } from '../src/store/dexie/journal/opfs.ts';
import { pageLogDatabase } from '../src/extension/page-log/database.ts';
import { dexieOptionsAt, locationInUse } from '../src/store/dexie/location.ts';
import { environmentOf } from '../src/extension/meaning/models.ts';
import { dexieSyncKeeping } from '../src/store/dexie/sync-scratch.ts';
import { scratchStore } from '../src/store/dexie/scratch.ts';
import { workerAddresses } from '../src/extension/worker-addresses.ts';

/** The worker that owns the databases, the indexes and the service. */
export default defineUnlistedScript(() => {
  const addressOf = workerAddresses();
  void runEngine(self as unknown as DedicatedWorkerGlobalScope, (tell) =>
    composeEngine({
      openStore: engineStore,
      openPageLog: async () =>
        pageLogDatabase(await dexieOptionsAt(await locationInUse()), () => openFile('commonplace-page-log')),
      openSyncKeeping: async () => dexieSyncKeeping(await dexieOptionsAt(await locationInUse())),
      openVectors: engineVectors,
      backups: {
        folder: opfsBackups(),
        openScratch: async () => scratchStore(await dexieOptionsAt(await locationInUse())),
      },
      startWorker: (script) => new Worker(addressOf(script)),
      environment: environmentOf(import.meta.env.FIREFOX ? 'firefox' : 'chromium'),
      caches,
      report: (news) => console.error(news),
      tell,
    }),
  );
});
