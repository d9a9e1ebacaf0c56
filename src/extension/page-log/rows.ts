import type { Table } from 'dexie';
import type { SiteLimits } from '../../client/page-log.ts';
import type { PageChange } from '../../service/ports/page-log.ts';

/** What is known about a site. Times are in Unix milliseconds. */
export interface SiteRow {
  origin: string;
  since: number;
  /** How many rows it has in `calls` and `changes`. */
  rows: { calls: number; changes: number };
  /** True if some of its changes were dropped because there were too many. */
  isTrimmed?: boolean;
  /** Calls by UTC day, `YYYY-MM-DD`. */
  days: Record<string, number>;
  /** The user's choice; if absent, the default limits. */
  limits?: SiteLimits;
  /** The limit that the site exceeded; set while the site is paused because of that. */
  stopped?: keyof SiteLimits;
}

/** A call in which a site received memories. `n`: its number; later calls and changes have higher numbers. */
export interface CallRow {
  n: number;
  origin: string;
  at: number;
  operation: string;
  /** Ids and versions. */
  memories: [string, number][];
}

/** A change by a site. `n` as in {@link CallRow}. */
export type ChangeRow = PageChange & { n: number; origin: string; at: number };

export interface PageLogTables {
  sites: Table<SiteRow, string>;
  calls: Table<CallRow, number>;
  changes: Table<ChangeRow, number>;
}

/** What a call, or the user, changed in the log. */
export interface LogEntry {
  site: SiteRow;
  call?: CallRow;
  changes?: ChangeRow[];
}
