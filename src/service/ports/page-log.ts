import type { OperationName } from '../../v1/operations.ts';
import type { MemoryRow } from './rows.ts';

/** A web page's change of a memory. */
export interface PageChange {
  id: string;
  /** The memory before it; null if the page saved it. */
  before: MemoryRow | null;
  /** The memory's version after it. */
  version: number;
}

/** A call of a web page that is allowed by its token. */
export interface PageCall {
  origin: string;
  operation: OperationName;
  /** Unix milliseconds. */
  now: number;
}

/** What a call came to. */
export interface PageOutcome {
  /** Every memory in its answer. */
  memories: { id: string; version: number }[];
  changes: PageChange[];
}

/** A call that is being carried out. */
export interface OpenPageCall {
  /** Resolves once the outcome is recorded. False if the answer would be more than the site may read in a minute: it must not leave. */
  end(outcome: PageOutcome): Promise<boolean>;
  /** The call failed. */
  abandon(): void;
}

/** Records what web pages receive and change, and limits how much of it in a minute. Rejects with the errors of ./failures. */
export interface PageLog {
  /** Undefined if the site has changed as much as it may in a minute. */
  begin(call: PageCall): Promise<OpenPageCall | undefined>;
  /** Forgets what these memories were before pages changed them: they are deleted for good. */
  forget(ids: string[]): Promise<void>;
}
