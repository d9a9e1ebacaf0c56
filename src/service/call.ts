import type { NewId } from '../lib/ulid.ts';
import type { OperationName } from '../v1/operations.ts';
import type { OperationAnswer, OperationInput } from '../v1/schemas/operations.ts';
import type { Cursors } from './cursor.ts';
import type { FingerprintsOf } from './fingerprints.ts';
import type { Clock } from './ports/clock.ts';
import type { KeywordIndex } from './ports/keyword-index.ts';
import type { PageLog } from './ports/page-log.ts';
import type { Owner, RateState, RateWindows, Store, StoreReader, StoreWriter } from './ports/store.ts';
import type { Principal } from './principal.ts';
import type { FeedOf } from './search/feed.ts';
import type { Meaning } from './search/meaning.ts';
import type { ModelTurns } from './search/model-turns.ts';
import type { Vouched } from './vouched.ts';

/** The parts of a service. */
export interface ServiceParts {
  store: Store;
  /** Returns an owner's keyword index. If the index is in memory, returns the same object at each call. */
  keyword: (owner: Owner) => KeywordIndex;
  /** How long one search waits for indexes that are behind the store, in milliseconds. */
  catchUpMs?: number;
  /** Without it, all searches are by keyword. */
  meaning?: Meaning;
  /** The rate windows of the host's own pages; default: the store's, as for tokens. */
  pageRates: RateWindows;
  /** Records what web pages receive and change; undefined: nothing is recorded. */
  pageLog?: PageLog;
  /**
   * Whether tombstones (the rows that mark memories as deleted for good) are dropped after a while. Set it only if all
   * indexes and other followers of the store, except clients, always catch up in time.
   */
  dropsTombstones: boolean;
  clock: Clock;
  newId: NewId;
  /**
   * Called for unexpected server-side errors: those returned as `internal`, those of the store (`unavailable` or
   * `storage_full`), and those that a fallback handled.
   */
  report: (error: unknown, about?: ErrorContext) => void;
  /** Called when a request has its response, for logs and metrics. */
  onResponse: (request: Request, facts: Facts) => void;
}

/** The request and owner that an error concerns, if known. */
export interface ErrorContext {
  request?: Request;
  owner?: Owner;
}

/** What is known about a request, without its content. */
export interface Facts {
  owner: Owner | undefined;
  operation: OperationName | undefined;
}

/** A request as an operation gets it: authenticated, within its limits, allowed by scope, and valid. */
export interface Call<N extends OperationName> {
  parts: ServiceParts;
  cursors: Cursors;
  feedOf: FeedOf;
  modelTurns: ModelTurns;
  fingerprintsOf: FingerprintsOf;
  /** Aborts when nobody waits for the response any more. */
  signal: AbortSignal;
  principal: Principal;
  vouched: Vouched;
  rate: RateState;
  input: OperationInput<N>;
  headers: Headers;
  /** Unix milliseconds; the same for the whole request. */
  now: number;
  read<T>(work: (reader: StoreReader) => Promise<T>): Promise<T>;
  /**
   * One durable transaction. A POST with a known idempotency key doesn't call `work`: it returns the recorded answer,
   * or throws `conflict` if the key was used for another request.
   */
  write(work: (writer: StoreWriter) => Promise<Answer<N>>): Promise<Answer<N>>;
  /**
   * Carries out one request of a batch as if the same sender had sent it alone, with `body` as its parsed JSON body.
   * Never rejects.
   */
  carryOut(request: Request, body: unknown): Promise<Response>;
}

export interface Answer<N extends OperationName> {
  body: OperationAnswer<N>;
  headers?: Record<string, string>;
  /** Recorded for replays instead of `body`, if `body` contains a secret. */
  replay?: OperationAnswer<N>;
  /** The id of the memory in `body`: once that memory is erased, a replay is 404. */
  memory?: string;
}

export type Operation<N extends OperationName> = (call: Call<N>) => Promise<Answer<N>>;

/** ISO 8601 UTC with milliseconds. */
export function timeOf(now: number): string {
  return new Date(now).toISOString();
}
