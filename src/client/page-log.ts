/** How much a site may read or change in a minute before it is paused. */
export interface SiteLimits {
  /** Memories. */
  reads: number;
  /** Calls that change memories or collections. */
  writes: number;
}

export const defaultSiteLimits: SiteLimits = { reads: 200, writes: 50 };

/** How much of a site's record is kept, and for how long. */
export const recordLimits = { days: 30, calls: 10_000, changes: 2_000 };

/** A summary of a site's record. */
export interface SiteLog {
  origin: string;
  /** When the site's record begins, ISO 8601. */
  since: string;
  /** When the log of all sites begins, ISO 8601. If the browser loses the log, a new one begins. */
  recordedFrom: string;
  /** How many different memories the site received after `since`. */
  received: number;
  /** How many memories and collections the site changed. Counts only changes that can be undone. */
  changed: number;
  /** True if the site made more changes than are kept, so that the oldest can't be undone. */
  isTrimmed: boolean;
  /** UTC days (`YYYY-MM-DD`) on which the site called, oldest first. */
  days: { day: string; calls: number }[];
  limits: SiteLimits;
  /** The limit that the site exceeded and was paused for. Unset by the site's first call after it is resumed. */
  exceededLimit?: keyof SiteLimits | undefined;
}

/** Memories that a site received in one call. */
export interface Receipt {
  /** ISO 8601. */
  at: string;
  /** The operation of v1. */
  call: string;
  memories: { id: string; version: number }[];
}

/** The result of undoing a site's changes. */
export interface UndoneSite {
  undone: number;
  collections?: number;
  /** Memories and collections left unchanged, such as those that something else has changed since. */
  spared: number;
  /** Memories that can't be changed back, because they were deleted for good. */
  gone: number;
}

/** What web pages received and changed. Not part of v1; for the extension's own pages only. */
export interface PageLogControl {
  /** The summaries of all sites that called in the last 30 days, have their own limits or have `exceededLimit` set. */
  sites(): Promise<SiteLog[]>;
  /** Newest first. */
  receipts(origin: string): Promise<Receipt[]>;
  setLimits(origin: string, limits: SiteLimits): Promise<void>;
  /** Undoes the changes of the site that are on record (`recordLimits`). */
  undo(origin: string): Promise<UndoneSite>;
  /** Undoes the latest `undo`. Possible until the engine restarts. */
  redo(origin: string): Promise<void>;
}
