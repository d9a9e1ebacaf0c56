import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { loadFromPackage } from '../src/embed/bundled/load.ts';
import { packageFiles } from '../src/embed/files/package-files.ts';
import { runEmbedder } from '../src/embed/hosted/worker.ts';
import { packageFile } from '../src/extension/package-file.ts';

/** The worker that runs a bundled model. Searches run in the engine's worker, so they don't wait for indexing. */
export default defineUnlistedScript(() => {
  runEmbedder(self, (id) => loadFromPackage(id, packageFiles(packageFile)));
});
