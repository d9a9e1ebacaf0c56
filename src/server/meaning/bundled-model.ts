import { hostedModel, type HostedModel } from '../../embed/hosted/hosted-model.ts';
import { bundled } from '../../embed/registry.ts';
import { ThreadWorker } from './thread-worker.ts';

const script = new URL('./embedder-thread.ts', import.meta.url);

const files = `${import.meta.dirname}/../../../public`;

/** How long the model stays loaded without use: a day, so in practice always. A timer's delay can't be infinite. */
const idleMs = 86_400_000;

/** The bundled model in its own thread, so that the server responds while the model runs. */
export function bundledModel(folder = files): HostedModel {
  return hostedModel({
    id: bundled.model.id,
    start: () => new ThreadWorker(script, folder),
    queryLike: bundled.queryLike,
    changed: () => {},
    idleMs,
  });
}
