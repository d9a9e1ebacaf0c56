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
  /** `absent`: not needed yet, or unloaded after idling; it loads when needed. */
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
  /** Ends the worker; the next call starts another. */
  end(): void;
}

export interface HostedModelParts {
  id: string;
  start: () => EmbedderWorker;
  /** `Embedder.queryLike`, which needs no worker; default: the mean itself is the query. */
  queryLike?: Embedder['queryLike'] | undefined;
  /** Called after each change of `health`. */
  changed: () => void;
  /** How long an idle worker is kept, in milliseconds. */
  restMs?: number;
  /** How long loading may go without progress, in milliseconds. */
  stallTimeoutMs?: number;
}

export function hostedModel({
  id,
  start,
  queryLike = (vector) => ({ vector }),
  changed,
  restMs = 60_000,
  stallTimeoutMs = 10 * 60_000,
}: HostedModelParts): HostedModel {
  let session: Session | undefined;
  let health: ModelHealth = { status: 'absent' };
  /** Why the model is no longer tried. */
  let failure: ModelRefused | ModelFailed | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;

  function become(next: ModelHealth): void {
    health = next;
    changed();
  }

  function running(): Session {
    if (failure) throw failure;
    if (session) return session;
    session = startSession(start(), id, {
      stallTimeoutMs,
      onProgress: (progress) => become({ status: 'loading', progress }),
      onFailure: fail,
      onEnd() {
        session = undefined;
        clearTimeout(rest);
        if (!failure) become({ status: 'absent' });
      },
    });
    become({ status: 'loading' });
    session.loaded.then(
      () => become({ status: 'ready' }),
      () => {},
    );
    return session;
  }

  function fail(cause: ModelRefused | ModelFailed): void {
    failure = cause;
    become({ status: cause instanceof ModelRefused ? 'refused' : 'failed', reason: cause.message });
  }

  /** Restarts the idle timer at each call. An ended worker has none: a timer would keep the process alive. */
  function restartIdleTimer(): void {
    clearTimeout(rest);
    if (!session) return;
    const isAtWork = () => health.status === 'loading' || (session?.open ?? 0) > 0;
    rest = setTimeout(() => (isAtWork() ? restartIdleTimer() : session?.end()), restMs);
  }

  async function ask<Answer>(call: EmbedderCall, signal?: AbortSignal): Promise<Answer> {
    const asked = running().ask(call, signal);
    restartIdleTimer();
    return asked.finally(restartIdleTimer) as Promise<Answer>;
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
      if (!session) become({ status: 'absent' });
    },
    end: () => session?.end(),
  };
}
