import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { openWork } from '../src/extension/engine/open-work.ts';
import { runEngine } from '../src/extension/engine/worker.ts';
import { engineVectors } from '../src/extension/meaning/engine-vectors.ts';
import { createMeaning } from '../src/extension/meaning/meaning.ts';
import { surroundingsOf } from '../src/extension/meaning/surroundings.ts';
import { workerAddresses } from '../src/extension/worker-addresses.ts';
import { keywordIndex } from '../src/search/keyword/keyword-index.ts';
import { createService } from '../src/service/app.ts';
import { handleEnvelope } from '../src/service/envelope.ts';
import { dexieStore } from '../src/store/dexie/index.ts';
import { opfsJournalFiles } from '../src/store/dexie/journal/opfs.ts';

/** The worker that owns the databases, the indexes and the service. */
export default defineUnlistedScript(() => {
  const addressOf = workerAddresses();
  void runEngine(self as unknown as DedicatedWorkerGlobalScope, async (tell) => {
    const work = openWork(tell);
    const report = (news: unknown) => console.error(news);
    const store = dexieStore({ journal: { files: opfsJournalFiles, report } });
    const index = keywordIndex({ files: store.files });
    const vectors = engineVectors(store.files);
    const startWorker = (script: string) => new Worker(addressOf(script));
    const meaning = createMeaning({ store, index: vectors, work, tell, startWorker, surroundings: surroundingsOf(import.meta.env.FIREFOX ? 'firefox' : 'chromium'), caches });
    const service = createService({ store, keyword: () => index, meaning: { embedders: meaning.embedders, vectors: () => vectors }, report });
    return {
      request: ({ request, vouched }) => work.request(() => handleEnvelope(service, request, vouched)).finally(() => meaning.look()),
      panel: meaning.panel,
      expect: meaning.expect,
      maintain: async () => void (await Promise.all([service.maintain(), service.forgetStrangers()])),
    };
  });
});
