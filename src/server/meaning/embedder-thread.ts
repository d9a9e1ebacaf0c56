import { parentPort, workerData } from 'node:worker_threads';
import { bundledEmbedder } from '../../embed/bundled/embedder.ts';
import { diskFiles } from '../../embed/files/disk-files.ts';
import type { EmbedderOrder } from '../../embed/hosted/protocol.ts';
import { runEmbedder, type EmbedderScope } from '../../embed/hosted/worker.ts';
import { bundled } from '../../embed/registry.ts';
import { selfTest } from '../../embed/self-test/self-test.ts';

// A worker thread that runs the bundled model, loaded from its folder and self-tested.
const scope: EmbedderScope = { postMessage: (data) => parentPort?.postMessage(data), onmessage: null };
parentPort?.on('message', (data: EmbedderOrder) => scope.onmessage?.(new MessageEvent('message', { data })));

runEmbedder(scope, async () => {
  const embedder = await bundledEmbedder(diskFiles(workerData as string));
  await selfTest(embedder, bundled.proof);
  return embedder;
});
