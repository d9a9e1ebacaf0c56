import { ModelRefused, type Embedder, type Embedders, type Model, type Passage } from '../../service/ports/embedder.ts';
import type { EmbedderCall } from './protocol.ts';
import { startSession, type EmbedderWorker, type ModelFailed, type Session } from './session.ts';

/** How a model is, as people are told. */
export interface ModelHealth {
  /** `absent`: nothing has needed it yet, or it rests; it loads when needed. */
  status: 'absent' | 'loading' | 'ready' | 'refused' | 'failed';
  /** Why it was refused or failed, as a sentence. */
  reason?: string | undefined;
  /** How much of it is loaded, 0..1, where that is known. */
  progress?: number | undefined;
}

/** One model in a worker of its own, which is started when first needed, ended when it has rested, and started again after it died. */
export interface HostedModel extends Embedders {
  readonly health: ModelHealth;
  /** Forgets that it was refused or failed: the next call tries it again. */
  retry(): void;
  /** Ends the worker; the next call starts another. */
  end(): void;
}

export interface HostedModelParts {
  id: string;
  start: () => EmbedderWorker;
  /** Told after each change of `health`. */
  changed: () => void;
  /** How long a worker is kept without a call, in milliseconds. */
  restMs?: number;
  /** How long loading may go on without any news of it, in milliseconds. */
  silentMs?: number;
}

export function hostedModel({
  id,
  start,
  changed,
  restMs = 60_000,
  silentMs = 10 * 60_000,
}: HostedModelParts): HostedModel {
  let session: Session | undefined;
  let health: ModelHealth = { status: 'absent' };
  /** Why it is not tried any more. */
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
      silentMs,
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

  /** Each call puts the rest off. What has ended needs none: a timer would keep a process alive. */
  function restLater(): void {
    clearTimeout(rest);
    if (!session) return;
    const isAtWork = () => health.status === 'loading' || (session?.open ?? 0) > 0;
    rest = setTimeout(() => (isAtWork() ? restLater() : session?.end()), restMs);
  }

  async function ask<Answer>(call: EmbedderCall, signal?: AbortSignal): Promise<Answer> {
    const asked = running().ask(call, signal);
    restLater();
    return asked.finally(restLater) as Promise<Answer>;
  }

  const embedderOf = (model: Model): Embedder => ({
    model,
    query: (text, signal) => ask<Float32Array>({ query: text }, signal),
    passages: (text, signal) => ask<Passage[]>({ passages: text }, signal),
    familiarity: (text) => ask<number>({ familiarity: text }),
  });

  return {
    async current() {
      const { loaded } = running();
      restLater();
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
