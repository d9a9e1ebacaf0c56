import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { bundledEmbedder } from '../src/embed/bundled/embedder.ts';
import { packageFiles } from '../src/embed/files/package-files.ts';
import { runEmbedder } from '../src/embed/hosted/worker.ts';
import { bundled } from '../src/embed/registry.ts';
import { selfTest } from '../src/embed/self-test/self-test.ts';
import { packageFile } from '../src/extension/package-file.ts';

/** The worker that runs the bundled model. It isn't the engine's worker, so that no search waits for indexing. */
export default defineUnlistedScript(() => {
  runEmbedder(self, async () => {
    const embedder = await bundledEmbedder(packageFiles(packageFile));
    await selfTest(embedder, bundled.proof);
    return embedder;
  });
});
