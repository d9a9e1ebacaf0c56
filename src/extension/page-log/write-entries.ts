import { recordLimits } from '../../client/page-log.ts';
import type { LogEntry, PageLogTables, SiteRow } from './rows.ts';

/** How many rows a site may have beyond `recordLimits` before the oldest rows are dropped. */
const slack = 100;

/** The recorded changes of a site, oldest first. */
export const changesOf = ({ changes }: PageLogTables, origin: string) => changes.where('origin').equals(origin);

/** The recorded calls of a site, oldest first. */
export const callsOf = ({ calls }: PageLogTables, origin: string) =>
  calls.where('[origin+at]').between([origin, -Infinity], [origin, Infinity]);

/** How many recorded calls and changes a site has. */
export const rowsOf = async (tables: PageLogTables, origin: string): Promise<SiteRow['rows']> => ({
  calls: await callsOf(tables, origin).count(),
  changes: await changesOf(tables, origin).count(),
});

/** The highest number of a call or change; 0 if there is none. */
export async function lastNumber({ calls, changes }: PageLogTables): Promise<number> {
  const [call, change] = await Promise.all([calls.orderBy(':id').last(), changes.orderBy(':id').last()]);
  return Math.max(0, call?.n ?? 0, change?.n ?? 0);
}

/**
 * Writes entries in order. Writing them again changes nothing. If a site has too many rows (`slack`), drops its oldest
 * ones.
 */
export async function writeEntries(tables: PageLogTables, entries: LogEntry[]): Promise<void> {
  const sites = new Map(entries.map(({ site }) => [site.origin, site]));
  await Promise.all([
    tables.sites.bulkPut([...sites.values()]),
    tables.calls.bulkPut(entries.flatMap(({ call }) => call ?? [])),
    tables.changes.bulkPut(entries.flatMap(({ changes }) => changes ?? [])),
  ]);
  for (const site of sites.values()) await trim(tables, site);
}

async function trim(tables: PageLogTables, site: SiteRow): Promise<void> {
  if (site.rows.calls <= recordLimits.calls + slack && site.rows.changes <= recordLimits.changes + slack) return;
  const { origin } = site;
  // The stored count still includes the changes that were undone or forgotten meanwhile.
  const rows = (site.rows = await rowsOf(tables, origin));
  if (rows.calls > recordLimits.calls + slack) {
    await tables.calls.bulkDelete(
      await callsOf(tables, origin)
        .limit(rows.calls - recordLimits.calls)
        .primaryKeys(),
    );
    rows.calls = recordLimits.calls;
    site.since = (await callsOf(tables, origin).first())?.at ?? site.since;
  }
  if (rows.changes > recordLimits.changes + slack) {
    await tables.changes.bulkDelete(
      await changesOf(tables, origin)
        .limit(rows.changes - recordLimits.changes)
        .primaryKeys(),
    );
    rows.changes = recordLimits.changes;
    site.isTrimmed = true;
  }
  await tables.sites.put(site);
}
