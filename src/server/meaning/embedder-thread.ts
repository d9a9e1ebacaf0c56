import { setPriority, constants } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { loadFromPackage } from '../../embed/bundled/load.ts';
import { diskFiles } from '../../embed/files/disk-files.ts';
import type { EmbedderOrder } from '../../embed/hosted/protocol.ts';
import { runEmbedder, type EmbedderScope } from '../../embed/hosted/worker.ts';

// A worker thread that runs the bundled model, loaded from its folder and self-tested.
const scope: EmbedderScope = { postMessage: (data) => parentPort?.postMessage(data), onmessage: null };
parentPort?.on('message', (data: EmbedderOrder) => scope.onmessage?.(new MessageEvent('message', { data })));

lowerPriority();
runEmbedder(scope, (id) => loadFromPackage(id, diskFiles(workerData as string)));

/** Lets requests go first. Only on Linux, where a priority applies to this thread alone: see setpriority(2). */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Not allowed here. The model works all the same.
  }
}
