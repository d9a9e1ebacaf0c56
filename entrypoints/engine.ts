import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { openWork } from '../src/extension/engine/open-work.ts';
import { runEngine } from '../src/extension/engine/worker.ts';
import { keywordIndex } from '../src/search/keyword/keyword-index.ts';
import { createService } from '../src/service/app.ts';
import { handleEnvelope } from '../src/service/envelope.ts';
import { dexieStore } from '../src/store/dexie/index.ts';
import { opfsJournalFiles } from '../src/store/dexie/journal/opfs.ts';

/** The worker that owns the databases, the indexes and the service. */
export default defineUnlistedScript(() => {
  void runEngine(self as unknown as DedicatedWorkerGlobalScope, async (tell) => {
    const work = openWork(tell);
    const report = (news: unknown) => console.error(news);
    const store = dexieStore({ journal: { files: opfsJournalFiles, report } });
    const index = keywordIndex({ files: store.files });
    const service = createService({ store, keyword: () => index, report });
    return {
      request: ({ request, vouched }) => work.request(() => handleEnvelope(service, request, vouched)),
      panel: () => Promise.reject(new Error('There is no model yet.')),
      expect: () => {},
      maintain: () => service.maintain(),
    };
  });
});
