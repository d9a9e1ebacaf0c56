import { defaultSiteLimits, recordLimits, type SiteLog } from '../../client/page-log.ts';
import { localOwner, type Store } from '../../service/ports/store.ts';
import { memoryId } from '../../v1/schemas/common.ts';
import type { PageLogDatabase } from './database.ts';
import type { PageLogTables, SiteRow } from './rows.ts';
import { callsOf, changesOf, rowsOf } from './write-entries.ts';

const dayMs = 86_400_000;

/**
 * Deletes what was recorded before `time` (Unix milliseconds), the recorded changes of memories deleted for good, and
 * sites of which nothing is left.
 */
export async function dropOld(database: PageLogDatabase, store: Store, time: number): Promise<void> {
  const changed = await database.run(
    'r',
    async ({ changes }) => (await changes.orderBy('id').uniqueKeys()) as string[],
  );
  const ids = changed.filter((id) => memoryId.safeParse(id).success);
  const rows = await store.read(localOwner, (reader) => reader.memories(ids));
  const existing = new Set(rows.map(({ id }) => id));
  await database.run('rw', async (tables) => {
    await tables.calls.where('at').below(time).delete();
    await tables.changes.where('at').below(time).delete();
    await tables.changes
      .where('id')
      .anyOf(ids.filter((id) => !existing.has(id)))
      .delete();
    const firstDay = new Date(time).toISOString().slice(0, 10);
    for (const site of await tables.sites.toArray()) {
      if (site.origin === wholeLog) continue;
      const days = Object.fromEntries(Object.entries(site.days).filter(([day]) => day >= firstDay));
      const trimmed = { ...site, days, rows: await rowsOf(tables, site.origin) };
      if (Object.keys(days).length === 0 && !site.limits && !site.stopped) await tables.sites.delete(site.origin);
      else await tables.sites.put(trimmed);
    }
  });
}

/** The key of a row that stands for no site: its `since` is the beginning of the whole log. */
const wholeLog = '*';

/** Stores `now` as the beginning of the log if none is stored: the first time, and after the database was lost. */
export const markStart = (database: PageLogDatabase, now: number): Promise<void> =>
  database.run('rw', async ({ sites }) => {
    const start = { origin: wholeLog, since: now, rows: { calls: 0, changes: 0 }, days: {} };
    if ((await sites.get(wholeLog)) === undefined) await sites.add(start);
  });

/** A summary of what each site received and changed. */
export async function siteLogs(tables: PageLogTables, now: number): Promise<SiteLog[]> {
  const rows = await tables.sites.toArray();
  const start = rows.find(({ origin }) => origin === wholeLog)?.since ?? now;
  const sites = rows.filter(({ origin }) => origin !== wholeLog);
  return Promise.all(sites.map((site) => siteLogOf(tables, site, start, now)));
}

async function siteLogOf(tables: PageLogTables, site: SiteRow, start: number, now: number): Promise<SiteLog> {
  const { origin, since, days, limits = defaultSiteLimits, isTrimmed = false, stopped } = site;
  const rows = await callsOf(tables, origin).toArray();
  const changed = await changesOf(tables, origin).toArray();
  return {
    origin,
    since: new Date(Math.max(since, now - recordLimits.days * dayMs)).toISOString(),
    recordedFrom: new Date(start).toISOString(),
    received: new Set(rows.flatMap(({ memories }) => memories.map(([id]) => id))).size,
    changed: new Set(changed.map(({ id }) => id)).size,
    isTrimmed,
    days: Object.entries(days)
      .map(([day, calls]) => ({ day, calls }))
      .sort((one, other) => (one.day < other.day ? -1 : 1)),
    limits,
    exceededLimit: stopped,
  };
}
