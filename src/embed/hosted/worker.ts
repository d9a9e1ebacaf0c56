import { ModelLost, ModelRefused, type Embedder } from '../../service/ports/embedder.ts';
import { holdForLife } from '../../lib/locks.ts';
import type { EmbedderAnswer, EmbedderCall, EmbedderNews, EmbedderOrder } from './protocol.ts';

/** Loads a model and tests it. `onProgress` is told how much is loaded, 0..1. Throws ModelRefused, or whatever went wrong. */
export type LoadModel = (id: string, onProgress: (share: number) => void) => Promise<Embedder>;

/** What a worker hears and tells by, in a browser or in Node. */
export interface EmbedderScope {
  postMessage(news: EmbedderNews): void;
  onmessage: ((event: MessageEvent<EmbedderOrder>) => unknown) | null;
}

/** Makes this worker an embedder: it loads the model that it is told to, and answers one text after the other, what is looked for first. */
export function runEmbedder(scope: EmbedderScope, load: LoadModel): void {
  const tell = (news: EmbedderNews) => scope.postMessage(news);
  const loaded = Promise.withResolvers<Embedder>();
  loaded.promise.catch(() => {});

  async function start(model: string, lock: string): Promise<void> {
    await holdForLife(lock);
    tell({ holding: true });
    try {
      const embedder = await load(model, (progress) => tell({ progress }));
      loaded.resolve(embedder);
      tell({ loaded: embedder.model });
    } catch (cause) {
      loaded.reject(cause);
      tell({ failed: { check: cause instanceof ModelRefused ? cause.check : undefined, reason: sentenceOf(cause) } });
    }
  }

  scope.onmessage = async ({ data }) => {
    if ('load' in data) return start(data.load, data.lock);
    try {
      tell({ id: data.id, answer: await answerOf(await loaded.promise, data) });
    } catch (cause) {
      // A lost model is no fault of this text.
      tell(cause instanceof ModelLost ? { failed: { reason: cause.message } } : { id: data.id, fault: sentenceOf(cause) });
    }
  };
}

async function answerOf(embedder: Embedder, call: EmbedderCall): Promise<EmbedderAnswer> {
  if ('query' in call) return embedder.query(call.query);
  if ('passages' in call) return embedder.passages(call.passages);
  return embedder.familiarity?.(call.familiarity) ?? 1;
}

const sentenceOf = (cause: unknown): string => (cause instanceof Error && cause.message !== '' ? cause.message : String(cause));
