import { CallFailed, connectPeer, PeerGone } from '../../lib/rpc.ts';
import { ModelRefused, ModelUnavailable, type Model } from '../../service/ports/embedder.ts';
import type { EmbedderAnswer, EmbedderCall, EmbedderNews, EmbedderOrder, LoadFailure } from './protocol.ts';

/**
 * How long a worker may take to report that it runs. Until then it holds no lock, so only this time limit reveals its
 * death.
 */
const startMs = 12_000;

/** One run of an embedder's worker, from its start to its end or death. */
export interface Session {
  /** Resolves when the model is loaded. Rejects with ModelUnavailable if loading fails or the worker ends first. */
  readonly loaded: Promise<Model>;
  /** Rejects with TextFailed if the call fails, ModelUnavailable if the worker ends, or the reason of `signal`. */
  ask(call: EmbedderCall, signal?: AbortSignal): Promise<EmbedderAnswer>;
  readonly open: number;
  end(): void;
}

/** The model couldn't embed this text; other texts may work. */
export class TextFailed extends ModelUnavailable {}

/** The model couldn't be loaded or was lost; the message tells the user why. */
export class ModelFailed extends ModelUnavailable {}

const failureOf = ({ check, reason }: LoadFailure) =>
  check === undefined ? new ModelFailed(reason) : new ModelRefused(check, reason);

export interface SessionOptions {
  stallTimeoutMs: number;
  /** The loaded share of the model, 0..1. */
  onProgress(share: number): void;
  /** The model can't be loaded or was lost; another worker wouldn't help. */
  onFailure(cause: ModelFailed | ModelRefused): void;
  onEnd(): void;
}

/** A worker that runs `runEmbedder`, in a browser or in Node. */
export interface EmbedderWorker {
  postMessage(order: EmbedderOrder): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<EmbedderNews>) => void) | null;
  onerror: ((fault: ErrorEvent) => void) | null;
}

/** Makes a worker load a model. The worker holds a lock, named after the model, until it ends or dies. */
export function startSession(
  worker: EmbedderWorker,
  model: string,
  { stallTimeoutMs, onProgress, onFailure, onEnd }: SessionOptions,
): Session {
  const lock = `commonplace-embedder-${model}`;
  const loaded = Promise.withResolvers<Model>();
  loaded.promise.catch(() => {});
  let stallTimer: ReturnType<typeof setTimeout> | undefined;

  const peer = connectPeer<EmbedderCall, EmbedderAnswer>({
    lock,
    send: (call) => worker.postMessage(call),
    onEnd(cause) {
      clearTimeout(stallTimer);
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

  function restartStallTimer(): void {
    clearTimeout(stallTimer);
    stallTimer = setTimeout(() => fail(new ModelFailed('It stopped while loading.')), stallTimeoutMs);
  }

  worker.onerror = () => peer.end();
  worker.onmessage = ({ data: news }) => {
    if ('progress' in news) {
      restartStallTimer();
      onProgress(news.progress);
    } else if ('loaded' in news) {
      clearTimeout(stallTimer);
      loaded.resolve(news.loaded);
    } else if ('failed' in news) fail(failureOf(news.failed));
    else {
      if ('ready' in news) {
        restartStallTimer();
        // From now on the lock shows if the worker dies, and an uncaught error in the worker isn't fatal.
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
      return peer.callsInFlight;
    },
    ask: (call, signal) =>
      peer.call(call, signal).catch((cause: unknown) => {
        throw unavailableBy(cause);
      }),
  };
}

function unavailableBy(cause: unknown): unknown {
  if (cause instanceof PeerGone) return new ModelUnavailable('The model stopped before it responded.');
  return cause instanceof CallFailed ? new TextFailed(cause.message) : cause;
}
