import { whenReleased } from '../../lib/locks.ts';
import { ModelRefused, ModelUnavailable, type Model } from '../../service/ports/embedder.ts';
import type { EmbedderAnswer, EmbedderCall, EmbedderNews, EmbedderOrder, LoadFailure } from './protocol.ts';

/** How long a worker may take until it says that it lives; one that was ended before that says nothing, and no lock tells of it. */
const startMs = 12_000;

/** One life of an embedder's worker, from its start until it is ended or dies. */
export interface Session {
  /** Resolves once the model is loaded. Rejects with ModelUnavailable where it can't be, or the worker is gone before. */
  readonly loaded: Promise<Model>;
  /** Rejects with TextFailed, or with ModelUnavailable where the worker is gone. */
  ask(call: EmbedderCall): Promise<EmbedderAnswer>;
  /** How many calls have no answer yet. */
  readonly open: number;
  end(): void;
}

/** The model could not embed this text; it may well embed others. */
export class TextFailed extends ModelUnavailable {}

/** The model could not be loaded or was lost; the message says why, to a person. */
export class ModelFailed extends ModelUnavailable {}

const failureOf = ({ check, reason }: LoadFailure) => (check === undefined ? new ModelFailed(reason) : new ModelRefused(check, reason));

export interface SessionOptions {
  /** How long loading may go on without any news of it, in milliseconds. */
  silentMs: number;
  /** How much of the model is loaded, 0..1. */
  onProgress(share: number): void;
  /** The model can't be loaded, or was lost: another worker would fare no better. */
  onFailure(cause: ModelFailed | ModelRefused): void;
  /** The worker is gone, in whatever way. */
  onEnd(): void;
}

/** A worker that runs `runEmbedder`, in a browser or in Node. */
export interface EmbedderWorker {
  postMessage(order: EmbedderOrder): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<EmbedderNews>) => void) | null;
  onerror: ((fault: ErrorEvent) => void) | null;
}

/** Has a worker load a model. The lock is this model's alone: it is free when the worker is dead, however it died. */
export function startSession(worker: EmbedderWorker, model: string, { silentMs, onProgress, onFailure, onEnd }: SessionOptions): Session {
  const lock = `commonplace-embedder-${model}`;
  const loaded = Promise.withResolvers<Model>();
  const calls = new Map<number, PromiseWithResolvers<EmbedderAnswer>>();
  let lastId = 0;
  let ended = false;

  const stopped = () => new ModelUnavailable('The model stopped before it answered.');
  const post = (order: EmbedderOrder) => worker.postMessage(order);

  function end(): void {
    if (ended) return;
    ended = true;
    clearTimeout(patience);
    worker.onmessage = null;
    worker.terminate();
    loaded.reject(stopped());
    rejectCalls(stopped());
    onEnd();
  }

  function rejectCalls(cause: ModelUnavailable): void {
    for (const call of calls.values()) call.reject(cause);
    calls.clear();
  }

  function settle(id: number, how: (call: PromiseWithResolvers<EmbedderAnswer>) => void): void {
    const call = calls.get(id);
    calls.delete(id);
    if (call) how(call);
  }

  function fail(cause: ModelFailed | ModelRefused): void {
    loaded.reject(cause);
    rejectCalls(cause);
    onFailure(cause);
    end();
  }

  /** Goes by what the worker tells until it has loaded. */
  let patience = setTimeout(end, startMs);
  function wait(): void {
    clearTimeout(patience);
    patience = setTimeout(() => fail(new ModelFailed('It stopped while it was being loaded.')), silentMs);
  }

  loaded.promise.catch(() => {});
  worker.onerror = end;
  worker.onmessage = ({ data: news }) => {
    if ('holding' in news) {
      wait();
      // From now on its death frees the lock, and a fault within it is not its death.
      worker.onerror = null;
      void whenReleased(lock).then(end);
    } else if ('progress' in news) {
      wait();
      onProgress(news.progress);
    } else if ('loaded' in news) {
      clearTimeout(patience);
      loaded.resolve(news.loaded);
    } else if ('failed' in news) fail(failureOf(news.failed));
    else if ('fault' in news) settle(news.id, (call) => call.reject(new TextFailed(news.fault)));
    else settle(news.id, (call) => call.resolve(news.answer));
  };
  post({ load: model, lock });

  return {
    loaded: loaded.promise,
    end,
    get open() {
      return calls.size;
    },
    async ask(call) {
      if (ended) throw stopped();
      const id = ++lastId;
      const answer = Promise.withResolvers<EmbedderAnswer>();
      calls.set(id, answer);
      post({ id, ...call });
      return answer.promise;
    },
  };
}
