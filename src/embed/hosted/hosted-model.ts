import {
  ModelRefused,
  type Embedder,
  type Embedders,
  type Model,
  type Passage,
  type QueryEmbedding,
} from '../../service/ports/embedder.ts';
import type { EmbedderCall } from './protocol.ts';
import { startSession, type EmbedderWorker, type ModelFailed, type Session } from './session.ts';

/** The state of a model, as shown to the user. */
export interface ModelHealth {
  /** `absent`: not loaded, such as before its first use or after idling. The model loads when needed. */
  status: 'absent' | 'loading' | 'ready' | 'refused' | 'failed';
  /** Why it was refused or failed, as a sentence. */
  reason?: string | undefined;
  /** The loaded share, 0..1, if known. */
  progress?: number | undefined;
}

/** A model in its own worker, which starts when needed, ends when idle, and restarts after it dies. */
export interface HostedModel extends Embedders {
  readonly health: ModelHealth;
  /** Clears a refusal or failure, so the next call tries again. */
  retry(): void;
  end(): void;
}

export interface HostedModelParts {
  id: string;
  start: () => EmbedderWorker;
  /** `Embedder.queryLike`, which needs no worker; default: a memory's mean vector itself is the query. */
  queryLike?: Embedder['queryLike'] | undefined;
  /** Called after each change of `health`. */
  changed: () => void;
  idleMs?: number;
  /** How long loading may go without progress, in milliseconds. */
  stallTimeoutMs?: number;
}

export function hostedModel({
  id,
  start,
  queryLike = (vector) => ({ vector }),
  changed,
  idleMs = 60_000,
  stallTimeoutMs = 10 * 60_000,
}: HostedModelParts): HostedModel {
  let session: Session | undefined;
  let health: ModelHealth = { status: 'absent' };
  let failure: ModelRefused | ModelFailed | undefined;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  function setHealth(next: ModelHealth): void {
    health = next;
    changed();
  }

  function running(): Session {
    if (failure) throw failure;
    if (session) return session;
    session = startSession(start(), id, {
      stallTimeoutMs,
      onProgress: (progress) => setHealth({ status: 'loading', progress }),
      onFailure: fail,
      onEnd() {
        session = undefined;
        clearTimeout(idleTimer);
        if (!failure) setHealth({ status: 'absent' });
      },
    });
    setHealth({ status: 'loading' });
    session.loaded.then(
      () => setHealth({ status: 'ready' }),
      () => {},
    );
    return session;
  }

  function fail(cause: ModelRefused | ModelFailed): void {
    failure = cause;
    setHealth({ status: cause instanceof ModelRefused ? 'refused' : 'failed', reason: cause.message });
  }

  /** Sets no timer if there is no worker: the timer would keep a Node process alive. */
  function restartIdleTimer(): void {
    clearTimeout(idleTimer);
    if (!session) return;
    const isAtWork = () => health.status === 'loading' || (session?.open ?? 0) > 0;
    idleTimer = setTimeout(() => (isAtWork() ? restartIdleTimer() : session?.end()), idleMs);
  }

  async function ask<Answer>(call: EmbedderCall, signal?: AbortSignal): Promise<Answer> {
    const answer = running().ask(call, signal);
    restartIdleTimer();
    return answer.finally(restartIdleTimer) as Promise<Answer>;
  }

  const embedderOf = (model: Model): Embedder => ({
    model,
    query: (text, signal) => ask<QueryEmbedding>({ query: text }, signal),
    passages: (text, signal) => ask<Passage[]>({ passages: text }, signal),
    queryLike,
    familiarity: (text) => ask<number>({ familiarity: text }),
  });

  return {
    async current() {
      const { loaded } = running();
      restartIdleTimer();
      return embedderOf(await loaded);
    },
    get health() {
      return health;
    },
    retry() {
      failure = undefined;
      if (!session) setHealth({ status: 'absent' });
    },
    end: () => session?.end(),
  };
}
