import { parentPort, workerData } from 'node:worker_threads';
import { loadFromPackage } from '../../embed/bundled/load.ts';
import { diskFiles } from '../../embed/files/disk-files.ts';
import type { EmbedderOrder } from '../../embed/hosted/protocol.ts';
import { runEmbedder, type EmbedderScope } from '../../embed/hosted/worker.ts';

// A worker thread that runs the bundled model, loaded from its folder and self-tested.
const scope: EmbedderScope = { postMessage: (data) => parentPort?.postMessage(data), onmessage: null };
parentPort?.on('message', (data: EmbedderOrder) => scope.onmessage?.(new MessageEvent('message', { data })));

runEmbedder(scope, (id) => loadFromPackage(id, diskFiles(workerData as string)));
