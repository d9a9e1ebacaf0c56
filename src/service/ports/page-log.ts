import type { OperationName } from '../../v1/operations.ts';
import type { CollectionRow, MemoryRow } from './rows.ts';

/** A web page's change of a memory. */
export interface MemoryChange {
  id: string;
  /** The memory before the change; null if the page created it. */
  before: MemoryRow | null;
  version: number;
}

/**
 * A web page's change of a collection. `before` is null if the page created it, `after` is null if the page deleted it.
 */
export interface CollectionChange {
  id: string;
  collection: { before: CollectionRow | null; after: CollectionRow | null };
}

export type PageChange = MemoryChange | CollectionChange;

/** A web page's call, allowed by its token. */
export interface PageCall {
  origin: string;
  operation: OperationName;
  /** Unix milliseconds. */
  now: number;
}

/** The outcome of a call. */
export interface PageOutcome {
  memories: { id: string; version: number }[];
  changes: PageChange[];
}

/**
 * `stop`: pause the site, because this call exceeds the site's limit per minute, or because an earlier pause failed.
 * `stopped`: the site was paused because of another of its calls, after this call had arrived.
 */
export type PageStop = 'stop' | 'stopped';

/** A call that is being carried out. */
export interface OpenPageCall {
  /** Resolves with undefined once the outcome is recorded, otherwise with the reason to withhold the answer. */
  end(outcome: PageOutcome): Promise<PageStop | undefined>;
  abandon(): void;
}

/**
 * Records what web pages receive and change, and limits how much a site may receive and change in a minute. Rejects
 * with the errors of ./failures.
 */
export interface PageLog {
  begin(call: PageCall): Promise<OpenPageCall | PageStop>;
  /**
   * Tells the log that the site is now paused. Refuses the site's earlier calls, except those in progress that read no
   * memories.
   */
  notePaused(origin: string): void;
  /** Tells the log that pausing the site failed. The site's next call gets `stop` again. */
  notePauseFailed(origin: string): void;
  /** Forgets the earlier states of these memories, which were deleted for good. */
  forget(ids: string[]): Promise<void>;
}
