import { CallFailed, connectPeer, PeerGone } from '../../lib/rpc.ts';
import { ModelRefused, ModelUnavailable, type Model } from '../../service/ports/embedder.ts';
import type { EmbedderAnswer, EmbedderCall, EmbedderNews, EmbedderOrder, LoadFailure } from './protocol.ts';

/** How long a worker may take until it says that it lives; one that was ended before that says nothing, and no lock tells of it. */
const startMs = 12_000;

/** One life of an embedder's worker, from its start until it is ended or dies. */
export interface Session {
  /** Resolves once the model is loaded. Rejects with ModelUnavailable where it can't be, or the worker is gone before. */
  readonly loaded: Promise<Model>;
  /** Rejects with TextFailed, with ModelUnavailable where the worker is gone, or with the reason of `signal`. */
  ask(call: EmbedderCall, signal?: AbortSignal): Promise<EmbedderAnswer>;
  /** How many calls have no answer yet. */
  readonly open: number;
  end(): void;
}

/** The model could not embed this text; it may well embed others. */
export class TextFailed extends ModelUnavailable {}

/** The model could not be loaded or was lost; the message says why, to a person. */
export class ModelFailed extends ModelUnavailable {}

const failureOf = ({ check, reason }: LoadFailure) =>
  check === undefined ? new ModelFailed(reason) : new ModelRefused(check, reason);

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
export function startSession(
  worker: EmbedderWorker,
  model: string,
  { silentMs, onProgress, onFailure, onEnd }: SessionOptions,
): Session {
  const lock = `commonplace-embedder-${model}`;
  const loaded = Promise.withResolvers<Model>();
  loaded.promise.catch(() => {});
  let silence: ReturnType<typeof setTimeout> | undefined;

  const peer = connectPeer<EmbedderCall, EmbedderAnswer>({
    lock,
    send: (call) => worker.postMessage(call),
    onEnd(cause) {
      clearTimeout(silence);
      worker.onmessage = null;
      worker.terminate();
      loaded.reject(unavailableBy(cause));
      onEnd();
    },
  });

  function fail(cause: ModelFailed | ModelRefused): void {
    onFailure(cause);
    peer.end(cause);
  }

  /** Goes by what the worker tells until it has loaded. */
  function wait(): void {
    clearTimeout(silence);
    silence = setTimeout(() => fail(new ModelFailed('It stopped while loading.')), silentMs);
  }

  worker.onerror = () => peer.end();
  worker.onmessage = ({ data: news }) => {
    if ('progress' in news) {
      wait();
      onProgress(news.progress);
    } else if ('loaded' in news) {
      clearTimeout(silence);
      loaded.resolve(news.loaded);
    } else if ('failed' in news) fail(failureOf(news.failed));
    else {
      if ('ready' in news) {
        wait();
        // From now on its death frees the lock, and a fault within it is not its death.
        worker.onerror = null;
      }
      peer.receive(news);
    }
  };
  peer.ready(startMs).catch(() => {});
  worker.postMessage({ load: model, lock });

  return {
    loaded: loaded.promise,
    end: () => peer.end(),
    get open() {
      return peer.open;
    },
    ask: (call, signal) =>
      peer.call(call, signal).catch((cause: unknown) => {
        throw unavailableBy(cause);
      }),
  };
}

/** Why the model can't answer, from why the worker didn't. */
function unavailableBy(cause: unknown): unknown {
  if (cause instanceof PeerGone) return new ModelUnavailable('The model stopped before it responded.');
  return cause instanceof CallFailed ? new TextFailed(cause.message) : cause;
}
