import { fairTurns, TooManyWaiting } from '../../lib/turns.ts';
import { orAborted } from '../../lib/timing.ts';
import { limits } from '../../v1/limits.ts';
import { ModelUnavailable, type Embedder, type Passage, type QueryEmbedding } from '../ports/embedder.ts';
import type { Principal } from '../principal.ts';
import { Problem } from '../problem.ts';

/** This user already has too many searches waiting for the model. */
export class ModelBusy extends ModelUnavailable {}

/** The queues for the model. Queries have a queue of their own, so that they don't wait for long texts. */
export const modelTurns = () => ({ queries: fairTurns(limits.waitingQueries), texts: fairTurns(limits.waitingTexts) });

export type ModelTurns = ReturnType<typeof modelTurns>;

/** Limits how long one search waits for the model: until its caller leaves or the time is up. */
export interface ModelWait {
  /**
   * Rejects with ModelUnavailable when the time is up, with ModelBusy if too many searches wait, with Problem
   * `unavailable` when the caller leaves.
   */
  wait<Result>(work: (until: AbortSignal) => Promise<Result>): Promise<Result>;
}

export function modelWait(caller: AbortSignal, milliseconds: number): ModelWait {
  const until = AbortSignal.any([caller, AbortSignal.timeout(milliseconds)]);
  return {
    async wait(work) {
      try {
        until.throwIfAborted();
        return await orAborted(work(until), until);
      } catch (cause) {
        if (caller.aborted) throw new Problem('unavailable', 'The caller has gone.');
        if (until.aborted) throw new ModelUnavailable('The model takes too long to respond.');
        throw cause instanceof TooManyWaiting ? new ModelBusy('Too many searches are waiting for the model.') : cause;
      }
    },
  };
}

/** Returns a wrapper for models that embeds each text once: it remembers each result, even a failure. */
export function embedOnce(): (embedder: Embedder) => Embedder {
  const [queries, texts, familiarities] = [once<QueryEmbedding>(), once<Passage[]>(), once<number>()];
  return (embedder) => {
    const keyOf = (text: string) => `${embedder.model.id} ${text}`;
    return {
      model: embedder.model,
      query: (text) => queries(keyOf(text), () => embedder.query(text)),
      passages: (text) => texts(keyOf(text), () => embedder.passages(text)),
      queryLike: (mean) => embedder.queryLike(mean),
      familiarity: (text) => familiarities(keyOf(text), () => embedder.familiarity(text)),
    };
  };
}

function once<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const results = new Map<string, Promise<Result>>();
  return (key, work) => {
    const result = results.get(key) ?? work();
    results.set(key, result);
    return result;
  };
}

/** Wraps a model so that embedding a text waits for the turn of the caller's owner and token. */
export function inTurn(
  embedder: Embedder,
  { queries, texts }: ModelTurns,
  principal: Principal,
  { wait }: ModelWait,
): Embedder {
  return {
    model: embedder.model,
    query: (text) => wait((until) => queries(principal, until, () => orAborted(embedder.query(text, until), until))),
    passages: (text) =>
      wait((until) => texts(principal, until, () => orAborted(embedder.passages(text, until), until))),
    queryLike: (mean) => embedder.queryLike(mean),
    familiarity: (text) => wait(() => embedder.familiarity(text)),
  };
}
