import { systemClock } from '../../service/ports/clock.ts';
import { openFile, opfsJournalFiles } from '../../store/dexie/journal/opfs.ts';
import { cachedStatus, StatusKeeper } from '../../store/dexie/journal/status.ts';
import { storageBuckets } from '../../store/dexie/location.ts';
import { openStore } from '../../store/dexie/open-store.ts';
import type { LocalStore } from '../../store/local-store.ts';
import type { OpenWork } from './open-work.ts';

/** The engine's store. `onCheck`: see `EngineParts.openStore` (compose.ts). */
export function engineStore(work: OpenWork, report: (news: unknown) => void, onCheck: () => void): Promise<LocalStore> {
  return openStore({
    journal: {
      files: opfsJournalFiles,
      status: new StatusKeeper(cachedStatus, onCheck),
      clock: systemClock,
      idle: work.untilNoRequests,
      report,
    },
    openRatesFile: () => openFile('commonplace-windows'),
    buckets: storageBuckets(),
    restart: () => void work.untilNoRequests().then(() => self.close()),
  });
}
