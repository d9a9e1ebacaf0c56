import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { vocabularyPath } from '../src/embed/minilm/model.ts';
import { webLlmLoader } from '../src/embed/webllm/source.ts';
import { runEmbedder } from '../src/embed/hosted/worker.ts';
import { packageFile } from '../src/extension/package-file.ts';

/** The worker of a model that the person chose to fetch. Its script is large, so only choosing such a model starts it, and wxt.config.ts leaves it out of a package that can run none. */
export default defineUnlistedScript(() =>
  runEmbedder(
    self,
    webLlmLoader(() => packageFile(vocabularyPath)),
  ),
);
