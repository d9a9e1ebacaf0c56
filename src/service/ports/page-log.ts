import type { OperationName } from '../../v1/operations.ts';
import type { CollectionRow, MemoryRow } from './rows.ts';

/** A web page's change of a memory. */
export interface MemoryChange {
  id: string;
  /** The memory before it; null if the page saved it. */
  before: MemoryRow | null;
  /** The memory's version after it. */
  version: number;
}

/** A web page's change of a collection; null: it didn't or doesn't exist. */
export interface CollectionChange {
  id: string;
  collection: { before: CollectionRow | null; after: CollectionRow | null };
}

export type PageChange = MemoryChange | CollectionChange;

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

/** `stop`: the site reads or changes more than it may in a minute: pause it. `stopped`: that has happened since this call began. */
export type PageStop = 'stop' | 'stopped';

/** A call that is being carried out. */
export interface OpenPageCall {
  /** Resolves once the outcome is recorded, or with the reason for which the answer must not leave. */
  end(outcome: PageOutcome): Promise<PageStop | undefined>;
  /** The call failed. */
  abandon(): void;
}

/** Records what web pages receive and change, and limits how much of it in a minute. Rejects with the errors of ./failures. */
export interface PageLog {
  begin(call: PageCall): Promise<OpenPageCall | PageStop>;
  /** Call once the site is paused: no call from before gets through. */
  paused(origin: string): void;
  /** Forgets what these memories were before pages changed them: they are deleted for good. */
  forget(ids: string[]): Promise<void>;
}
