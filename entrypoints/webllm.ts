import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { vocabularyPath } from '../src/embed/minilm/model.ts';
import { webLlmLoader } from '../src/embed/webllm/source.ts';
import { runEmbedder } from '../src/embed/hosted/worker.ts';
import { packageFile } from '../src/extension/package-file.ts';

/**
 * The worker that runs a downloaded model. This script is large, so bundled models have another worker.
 * `wxt.config.ts` leaves this script out of packages that can't run downloaded models.
 */
export default defineUnlistedScript(() =>
  runEmbedder(
    self,
    webLlmLoader(() => packageFile(vocabularyPath)),
  ),
);
