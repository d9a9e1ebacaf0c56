import { hostedModel, type HostedModel } from '../../embed/hosted/hosted-model.ts';
import { bundled } from '../../embed/registry.ts';
import { ThreadWorker } from './thread-worker.ts';

const script = new URL('./embedder-thread.ts', import.meta.url);

/** The folder of the model's files, beside the sources. */
const files = `${import.meta.dirname}/../../../public`;

/** A server's model stays loaded; a day is the longest rest that a timer knows well. */
const restMs = 86_400_000;

/** The bundled model in a thread of its own, so that the server answers while it reads; loaded when first needed, and again where its thread has died. */
export function bundledModel(folder = files): HostedModel {
  return hostedModel({
    id: bundled.model.id,
    start: () => new ThreadWorker(script, folder),
    changed: () => {},
    restMs,
  });
}
