import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { runEmbedder } from '../src/extension/embedder/worker.ts';
import { webLlmModels } from '../src/embed/webllm/models-source.ts';

/** The worker of a model that the person chose to fetch; its script of some megabytes is read only then. */
export default defineUnlistedScript({ exclude: ['firefox'], main: () => runEmbedder(self as unknown as DedicatedWorkerGlobalScope, webLlmModels()) });
