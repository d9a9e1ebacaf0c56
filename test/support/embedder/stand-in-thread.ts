import { parentPort, workerData } from 'node:worker_threads';
import { runEmbedder, type EmbedderScope } from '../../../src/embed/hosted/worker.ts';
import { ModelLost, ModelRefused, type Model } from '../../../src/service/ports/embedder.ts';
import { killMe } from './thread.ts';

/*
 * Runs in a thread: the real code of the embedder's worker, with a stand-in model. The thread's `workerData` and the
 * texts decide how the model fails.
 * A text's vector is its length, so a result identifies its text.
 */
const scope: EmbedderScope = { postMessage: (news) => parentPort?.postMessage(news), onmessage: null };
parentPort?.on('message', (data) => scope.onmessage?.(new MessageEvent('message', { data })));

const modelNamed = (id: string): Model => ({
  id,
  name: id,
  dimensions: 1,
  languages: ['en'],
  cosines: { unrelated: 0, same: 1 },
  certain: { keyword: 0.3, semantic: 0.4 },
});

const die = () => {
  parentPort?.postMessage(killMe);
  return new Promise<never>(() => {});
};

/** A self-test that is still running when the model is ready. Ends only if the text `fail the test` makes it fail. */
const selfTest = Promise.withResolvers<void>();
selfTest.promise.catch(() => {});

const vectorOf = async (text: string): Promise<Float32Array> => {
  if (text === 'die') return die();
  if (text === 'fault') throw new Error('This text is too much.');
  if (text === 'fail the test') selfTest.reject(new ModelRefused('window', 'It ignores the end of a text.'));
  if (text === 'lose') throw new ModelLost('The graphics card is gone.');
  return Float32Array.of(text === 'no number' ? NaN : text.length);
};

let stopped = 0;

const untilAborted = (signal?: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => {
      stopped++;
      reject(new Error('It was aborted.'));
    });
  });

runEmbedder(scope, async (id, onProgress) => {
  onProgress(0.5);
  if (workerData === 'dies') return die();
  if (workerData === 'refused') throw new ModelRefused('meaning', 'It gave wrong vectors.');
  if (workerData === 'broken') throw new Error('Its files are damaged.');
  if (workerData === 'waits') await new Promise((resolve) => parentPort?.once('message', resolve));
  return {
    model: modelNamed(id),
    ...(workerData === 'refused later' && { tested: selfTest.promise }),
    query: async (text) => ({ vector: text === 'stopped' ? Float32Array.of(stopped) : await vectorOf(text) }),
    queryLike: (vector) => ({ vector }),
    familiarity: async () => 1,
    passages: async (text, signal) =>
      text === 'never' ? untilAborted(signal) : [{ start: 0, end: text.length, vector: await vectorOf(text) }],
  };
});
