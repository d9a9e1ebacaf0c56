import type { Embedder } from '../../src/service/ports/embedder.ts';
import { standInEmbedder } from './stand-in-model.ts';

/** Lets all pending microtasks and immediates run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/**
 * A model whose `query` and `passages` wait until `open` is called. Records which texts were started and which were
 * aborted.
 */
export function gatedEmbedder() {
  const embedder = standInEmbedder();
  const gate = Promise.withResolvers<void>();
  const started: string[] = [];
  const aborted: string[] = [];

  async function waitForGate(text: string, signal?: AbortSignal): Promise<void> {
    started.push(text);
    const abort = Promise.withResolvers<never>();
    signal?.addEventListener('abort', () => {
      aborted.push(text);
      abort.reject(new Error('It was aborted.'));
    });
    await Promise.race([gate.promise, abort.promise]);
  }

  return {
    started,
    aborted,
    open: gate.resolve,
    embedder: {
      ...embedder,
      query: (text, signal) => waitForGate(text, signal).then(() => embedder.query(text)),
      passages: (text, signal) => waitForGate(text, signal).then(() => embedder.passages(text)),
    } satisfies Embedder,
    /** Waits until `count` texts have started, and long enough for others to start too. Returns the started texts. */
    async waitUntilStarted(count: number): Promise<string[]> {
      while (started.length < count) await settle();
      for (let turn = 0; turn < 20; turn++) await settle();
      return started;
    },
  };
}
