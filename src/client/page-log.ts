/** How much a site may read or change in a minute before it is paused. */
export interface SiteLimits {
  /** Memories. */
  reads: number;
  /** Calls that change memories or collections. */
  writes: number;
}

export const defaultSiteLimits: SiteLimits = { reads: 200, writes: 50 };

/** How long and how much is kept of a site. */
export const kept = { days: 30, calls: 10_000, changes: 2_000 };

/** What is recorded of a site. */
export interface SiteLog {
  origin: string;
  /** ISO 8601. What the site received before this time isn't recorded, or no longer is. */
  since: string;
  /** ISO 8601: when the record of all sites begins, which the browser may have lost before. */
  recordedFrom: string;
  /** How many different memories it received since then. */
  received: number;
  /** How many memories it changed, as far as that can be undone. */
  changed: number;
  /** It made more changes than are kept: the oldest can't be undone. */
  isTrimmed: boolean;
  /** UTC days (`YYYY-MM-DD`) on which it called, oldest first. */
  days: { day: string; calls: number }[];
  limits: SiteLimits;
  /** Why it was paused, if it read or changed too much and wasn't resumed since. */
  stopped?: keyof SiteLimits | undefined;
}

/** Memories that a site received in one call. */
export interface Receipt {
  /** ISO 8601. */
  at: string;
  /** The operation of v1. */
  call: string;
  memories: { id: string; version: number }[];
}

/** What undoing a site's changes came to, in numbers of memories. */
export interface UndoneSite {
  undone: number;
  /** Collections, if any. */
  collections?: number;
  /** Something else changed them since. */
  spared: number;
  /** They are deleted for good. */
  gone: number;
}

/** What web pages received and changed. Not part of v1; for own pages only. */
export interface PageLogControl {
  /** Of every site that called in the last 30 days, or has limits of its own. */
  sites(): Promise<SiteLog[]>;
  /** Newest first. */
  receipts(origin: string): Promise<Receipt[]>;
  setLimits(origin: string, limits: SiteLimits): Promise<void>;
  /** Undoes what the site changed in the last 30 days. */
  undo(origin: string): Promise<UndoneSite>;
  /** Undoes the latest `undo`, until the engine restarts. */
  redo(origin: string): Promise<void>;
}
