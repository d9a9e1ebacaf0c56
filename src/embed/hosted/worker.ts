import { ModelLost, ModelRefused, type Embedder } from '../../service/ports/embedder.ts';
import { holdForLife } from '../../lib/locks.ts';
import { answerCalls, messageOf } from '../../lib/rpc.ts';
import type { EmbedderAnswer, EmbedderCall, EmbedderNews, EmbedderOrder } from './protocol.ts';

/** A model whose self-test may still be running. */
export interface TestedEmbedder extends Embedder {
  /** Rejects with ModelRefused if the self-test fails. */
  tested?: Promise<void>;
}

/**
 * Loads a model. Throws ModelRefused if the model fails a test that must pass before it answers queries. `onProgress`
 * gets the loaded share, 0..1.
 */
export type LoadModel = (id: string, onProgress: (share: number) => void) => Promise<TestedEmbedder>;

/** A worker's message port, in a browser or in Node. */
export interface EmbedderScope {
  postMessage(news: EmbedderNews): void;
  onmessage: ((event: MessageEvent<EmbedderOrder>) => unknown) | null;
}

/**
 * Makes this worker an embedder, which loads the requested model and answers calls. Calls run concurrently: `passages`
 * yields between windows, so that a query needn't wait for a whole text.
 */
export function runEmbedder(scope: EmbedderScope, load: LoadModel): void {
  const post = (news: EmbedderNews) => scope.postMessage(news);
  const loaded = Promise.withResolvers<Embedder>();
  loaded.promise.catch(() => {});

  async function start(model: string, lock: string): Promise<void> {
    await holdForLife(lock);
    post({ ready: true });
    try {
      const embedder = await load(model, (progress) => post({ progress }));
      loaded.resolve(embedder);
      post({ loaded: embedder.model });
      await embedder.tested;
    } catch (cause) {
      loaded.reject(cause);
      post({ failed: { check: cause instanceof ModelRefused ? cause.check : undefined, reason: messageOf(cause) } });
    }
  }

  const answer = answerCalls(post, async (call: EmbedderCall, signal) => {
    try {
      return await answerOf(await loaded.promise, call, signal);
    } catch (cause) {
      // The model is lost for all texts, so the whole worker has failed.
      if (cause instanceof ModelLost) post({ failed: { reason: cause.message } });
      throw cause;
    }
  });

  scope.onmessage = ({ data }) => ('load' in data ? start(data.load, data.lock) : answer(data));
}

async function answerOf(embedder: Embedder, call: EmbedderCall, signal: AbortSignal): Promise<EmbedderAnswer> {
  signal.throwIfAborted();
  if ('query' in call) return embedder.query(call.query, signal);
  if ('passages' in call) return embedder.passages(call.passages, signal);
  return embedder.familiarity?.(call.familiarity) ?? 1;
}
