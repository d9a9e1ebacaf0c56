import type { NewId } from '../lib/ulid.ts';
import type { OperationName } from '../v1/operations.ts';
import type { OperationAnswer, OperationInput } from '../v1/schemas/operations.ts';
import type { Cursors } from './cursor.ts';
import type { Clock } from './ports/clock.ts';
import type { KeywordIndex } from './ports/keyword-index.ts';
import type { Owner, RateState, RateWindows, Store, StoreReader, StoreWriter } from './ports/store.ts';
import type { Principal } from './principal.ts';
import type { FeedOf } from './search/feed.ts';
import type { Meaning } from './search/meaning.ts';
import type { ModelTurns } from './search/model-turns.ts';
import type { Vouched } from './vouched.ts';

/** What a service is made of. */
export interface ServiceParts {
  store: Store;
  /** The keyword index of an owner; the same one each time. */
  keyword: (owner: Owner) => KeywordIndex;
  /** Without it, searches are answered by word. */
  meaning?: Meaning;
  /** Counts the requests of the host's own pages; default: the store's windows, as for tokens. */
  pageRates: RateWindows;
  clock: Clock;
  newId: NewId;
  /** Told of every fault that is not the asker's: of what was answered as `internal`, `unavailable` or `storage_full`, and of what was got around. */
  report: (fault: unknown, about?: Concerned) => void;
  /** Told of every request once it has its answer, for logs and counts. */
  answered: (request: Request, facts: Facts) => void;
}

/** Whom a fault concerned, as far as that is known. */
export interface Concerned {
  request?: Request;
  owner?: Owner;
}

/** What became known of a request on its way, and holds nothing of what it says. */
export interface Facts {
  owner: Owner | undefined;
  operation: OperationName | undefined;
}

/** One request on its way through an operation: authenticated, within its limits, allowed by scope, and of the right shape. */
export interface Call<N extends OperationName> {
  parts: ServiceParts;
  cursors: Cursors;
  feedOf: FeedOf;
  modelTurns: ModelTurns;
  /** Aborts when nobody waits for the answer any more. */
  signal: AbortSignal;
  principal: Principal;
  vouched: Vouched;
  rate: RateState;
  input: OperationInput<N>;
  headers: Headers;
  /** Unix milliseconds; one moment for the whole request. */
  now: number;
  read<T>(work: (reader: StoreReader) => Promise<T>): Promise<T>;
  /** One durable transaction; a POST with an idempotency key that was answered before is answered the same again, without `work`. */
  write(work: (writer: StoreWriter) => Promise<Answer<N>>): Promise<Answer<N>>;
}

export interface Answer<N extends OperationName> {
  body: OperationAnswer<N>;
  headers?: Record<string, string>;
  /** What a replay answers instead of `body`, where that holds a secret. */
  replay?: OperationAnswer<N>;
  /** The memory that `body` shows: once it is erased, a replay is 404. */
  memory?: string;
}

export type Operation<N extends OperationName> = (call: Call<N>) => Promise<Answer<N>>;

/** ISO 8601 UTC with milliseconds. */
export function timeOf(now: number): string {
  return new Date(now).toISOString();
}
