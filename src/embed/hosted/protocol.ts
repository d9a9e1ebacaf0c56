import type { Cancel, NumberedCall, Reply } from '../../lib/rpc.ts';
import type { Model, Passage } from '../../service/ports/embedder.ts';

/** What the engine sends to an embedder: first which model to load and the lock to hold, then texts. */
export type EmbedderOrder = { load: string; lock: string } | NumberedCall<EmbedderCall> | Cancel;

export type EmbedderCall = { query: string } | { passages: string } | { familiarity: string };

/** What an embedder answers to each call. */
export type EmbedderAnswer = Float32Array | Passage[] | number;

/** What an embedder tells: its replies, how far it is with loading, what came of loading, and that it can answer no more. */
export type EmbedderNews = Reply<EmbedderAnswer> | { progress: number } | { loaded: Model } | { failed: LoadFailure };

/** Why a model could not be loaded, or what it ran on is gone. */
export interface LoadFailure {
  /** The part of the self-test that refused it; undefined where that was not the reason. */
  check?: string | undefined;
  /** A sentence. */
  reason: string;
}
