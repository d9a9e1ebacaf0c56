import type { Cancel, NumberedCall, Reply } from '../../lib/rpc.ts';
import type { Model, Passage, QueryEmbedding } from '../../service/ports/embedder.ts';

/** Messages from the engine to an embedder. The first names the model to load and the lock to take. */
export type EmbedderOrder = { load: string; lock: string } | NumberedCall<EmbedderCall> | Cancel;

export type EmbedderCall = { query: string } | { passages: string } | { familiarity: string };

/** The reply to each call. */
export type EmbedderAnswer = QueryEmbedding | Passage[] | number;

/** Messages from an embedder. */
export type EmbedderNews = Reply<EmbedderAnswer> | { progress: number } | { loaded: Model } | { failed: LoadFailure };

/** Why a model couldn't be loaded or was lost. */
export interface LoadFailure {
  /** The failed part of the self-test; undefined if that wasn't the reason. */
  check?: string | undefined;
  reason: string;
}
