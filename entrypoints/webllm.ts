import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { runEmbedder } from '../src/extension/embedder/worker.ts';
import { webLlmLoader } from '../src/embed/webllm/source.ts';

/** The worker of a model that the person chose to fetch. Its script is large, so only choosing such a model starts it. */
export default defineUnlistedScript({
  exclude: ['firefox'],
  main: () => runEmbedder(self as unknown as DedicatedWorkerGlobalScope, webLlmLoader(async () => (text) => [{ start: 0, end: text.length, tokens: [] }])),
});
