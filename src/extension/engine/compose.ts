import { keywordIndex } from '../../search/keyword/keyword-index.ts';
import type { WritableVectorIndex } from '../../search/vector/vector-index.ts';
import type { IndexFiles } from '../../service/ports/keyword-index.ts';
import { createService } from '../../service/app.ts';
import { handleEnvelope } from '../../service/envelope.ts';
import type { RequestEnvelope } from '../../v1/envelope.ts';
import { operations, versionPrefix } from '../../v1/operations.ts';
import { systemClock } from '../../service/ports/clock.ts';
import { localOwner } from '../../service/ports/store.ts';
import { feedsOf } from '../../service/search/feed.ts';
import type { PageLogDatabase } from '../page-log/database.ts';
import { createPageLog } from '../page-log/page-log.ts';
import { answerPageLog } from '../page-log/protocol.ts';
import { createBackups, type BackupsParts } from '../backups/backups.ts';
import { createBackgroundMeaning, type MeaningParts } from '../meaning/meaning.ts';
import type { SyncKeeping } from '../../store/dexie/sync-scratch.ts';
import { dropOldVersions } from '../sync/earlier-versions.ts';
import { createSync } from '../sync/sync.ts';
import type { LocalStore } from '../../store/local-store.ts';
import { memoryRates } from '../../store/rate-window.ts';
import { catchUpSoon } from './catch-up-soon.ts';
import { openWork, type OpenWork } from './open-work.ts';
import type { Engine } from './worker.ts';

export interface EngineParts extends Pick<MeaningParts, 'startWorker' | 'environment' | 'caches' | 'tell'> {
  /** `onCheck`: called when the journal (the store's second copy) is noted as completely checked, or as damaged. */
  openStore: (work: OpenWork, report: EngineParts['report'], onCheck: () => void) => Promise<LocalStore>;
  openPageLog: () => Promise<PageLogDatabase>;
  openSyncKeeping: () => Promise<SyncKeeping>;
  /** `onDamage`: called when a search has found damaged vectors. */
  openVectors: (files: IndexFiles, onDamage: () => void) => WritableVectorIndex;
  /** Called with what should be logged, such as each failure. */
  report: (news: unknown) => void;
  backups: Pick<BackupsParts, 'folder' | 'openScratch'>;
}

/** The service over its store and indexes, with background indexing, backups, sync and the page log. */
export async function composeEngine({
  openStore,
  openPageLog,
  openSyncKeeping,
  openVectors,
  tell,
  report,
  backups: backupParts,
  ...parts
}: EngineParts): Promise<Engine> {
  const work = openWork(tell);
  // Does nothing until `meaning` exists, which looks for earlier changes itself when it starts.
  let onCheck = () => {};
  const store = await openStore(work, report, () => onCheck());
  const index = keywordIndex({ files: store.files });
  const feedOf = feedsOf(store);
  const catchUpKeywords = catchUpSoon(index, { feed: () => feedOf(localOwner), work });
  const vectors = openVectors(store.files, () => meaning.checkSoon());
  const backups = createBackups({
    ...backupParts,
    store,
    work,
    clock: systemClock,
    report,
    onChange: changed,
  });
  const sync = createSync({
    store,
    keeping: await openSyncKeeping(),
    work,
    clock: systemClock,
    keepOwnCopy: backups.keepOwnCopy,
    keepServerCopy: backups.keepServerCopy,
    onActive: (syncs) => tell({ syncs }),
    onChange: changed,
    report,
  });
  const meaning = createBackgroundMeaning({ ...parts, store, index: vectors, work, tell, backups, sync });
  onCheck = () => meaning.checkSoon();
  const pageLog = createPageLog({
    database: await openPageLog(),
    store,
    clock: systemClock,
    onStop: (siteStopped) => tell({ siteStopped }),
  });
  const service = createService({
    store,
    pageLog,
    pageRates: memoryRates(),
    keyword: () => index,
    meaning: { embedders: meaning.embedders, vectors: () => vectors },
    report,
  });

  /** Called when memories may have changed without a request. */
  function changed(): void {
    meaning.checkSoon();
    catchUpKeywords();
  }

  return {
    request: ({ request, vouched }, signal) =>
      work
        .request(() => handleEnvelope(service, request, vouched, signal))
        .finally(() => {
          if (isSearch(request)) return;
          meaning.checkSoon();
          sync.checkSoon();
          if (request.method !== 'GET') catchUpKeywords();
        }),
    control: meaning.control,
    pageLog: (question) => work.request(() => answerPageLog(pageLog, question)),
    warmUp: meaning.warmUp,
    async maintain() {
      const isSettled = await service.maintain();
      await Promise.all([service.forgetInactiveSenders(), pageLog.maintain(isSettled)]);
      if (isSettled) await dropOldVersions(store, systemClock.now());
      await backups.maintain(isSettled);
    },
  };
}

/** A search changes nothing that would need indexing. */
function isSearch({ path }: RequestEnvelope): boolean {
  return path === versionPrefix + operations.searchMemories.path;
}
