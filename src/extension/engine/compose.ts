import { keywordIndex } from '../../search/keyword/keyword-index.ts';
import type { WritableVectorIndex } from '../../search/vector/vector-index.ts';
import type { IndexFiles } from '../../service/ports/keyword-index.ts';
import { createService } from '../../service/app.ts';
import { handleEnvelope } from '../../service/envelope.ts';
import type { RequestEnvelope } from '../../v1/envelope.ts';
import { operations, versionPrefix } from '../../v1/operations.ts';
import { createBackgroundMeaning, type MeaningParts } from '../meaning/meaning.ts';
import type { LocalStore } from '../../store/local-store.ts';
import { memoryRates } from '../../store/rate-window.ts';
import { openWork, type OpenWork } from './open-work.ts';
import type { Engine } from './worker.ts';

export interface EngineParts extends Pick<MeaningParts, 'startWorker' | 'surroundings' | 'caches' | 'tell'> {
  /** `onCheck`: called when the store's knowledge of its second copy changes. */
  openStore: (work: OpenWork, report: EngineParts['report'], onCheck: () => void) => Promise<LocalStore>;
  openVectors: (files: IndexFiles) => WritableVectorIndex;
  report: (news: unknown) => void;
}

/** The service over its store and indexes, with the model and background indexing. */
export async function composeEngine({ openStore, openVectors, tell, report, ...parts }: EngineParts): Promise<Engine> {
  const work = openWork(tell);
  const store = await openStore(work, report, () => meaning.look());
  const index = keywordIndex({ files: store.files });
  const vectors = openVectors(store.files);
  const meaning = createBackgroundMeaning({ ...parts, store, index: vectors, work, tell });
  const service = createService({
    store,
    pageRates: memoryRates(),
    keyword: () => index,
    meaning: { embedders: meaning.embedders, vectors: () => vectors },
    report,
  });
  return {
    request: ({ request, vouched }, signal) =>
      work
        .request(() => handleEnvelope(service, request, vouched, signal))
        .finally(() => isSearch(request) || meaning.look()),
    control: meaning.control,
    expect: meaning.expect,
    maintain: async () => void (await Promise.all([service.maintain(), service.forgetInactiveSenders()])),
  };
}

/** A search changes nothing that would need indexing. */
function isSearch({ path }: RequestEnvelope): boolean {
  return path === versionPrefix + operations.searchMemories.path;
}
