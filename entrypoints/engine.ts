import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { runEngine } from '../src/extension/engine/worker.ts';
import { createService } from '../src/service/app.ts';
import { handleEnvelope } from '../src/service/envelope.ts';
import { memoryStore } from '../src/store/memory/index.ts';

/** The worker that owns the databases, the indexes and the service. */
export default defineUnlistedScript(() => {
  void runEngine(self as unknown as DedicatedWorkerGlobalScope, async () => {
    const keyword = () => ({ catchUp: async () => {}, search: async () => [] });
    const service = createService({ store: memoryStore(), keyword });
    return {
      answer: ({ request, vouched }) => handleEnvelope(service, request, vouched),
      maintain: () => service.maintain(),
    };
  });
});
