import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { loadBundled } from '../src/extension/embedder/load-bundled.ts';
import { runEmbedder } from '../src/embed/hosted/worker.ts';

/** The worker that runs the bundled model, beside the engine's, so that no search waits for a text that is being read. */
export default defineUnlistedScript(() => {
  runEmbedder(self, loadBundled);
});
