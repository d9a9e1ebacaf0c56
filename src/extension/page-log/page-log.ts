import { defaultSiteLimits, recordLimits, type PageLogControl, type SiteLimits } from '../../client/page-log.ts';
import type { Clock } from '../../service/ports/clock.ts';
import type {
  OpenPageCall,
  PageCall,
  PageChange,
  PageLog,
  PageOutcome,
  PageStop,
} from '../../service/ports/page-log.ts';
import { localOwner, type Store } from '../../service/ports/store.ts';
import { undoChanges } from '../../service/undo-changes.ts';
import { operations, writesContent } from '../../v1/operations.ts';
import type { PageLogDatabase } from './database.ts';
import { dropOld, markStart, siteLogs } from './kept.ts';
import type { ChangeRow, SiteRow } from './rows.ts';
import { changesOf, lastNumber } from './write-entries.ts';

const minuteMs = 60_000;

/** How much a site read or changed in one call. `at`: Unix milliseconds. */
interface Amount {
  kind: keyof SiteLimits;
  by: number;
  at: number;
}

export interface PageLogParts {
  database: PageLogDatabase;
  store: Store;
  clock: Clock;
  /** Called when a site must be paused because it read or changed too much. */
  onStop: (origin: string) => void;
}

export interface SitePageLog extends PageLog, PageLogControl {
  /** Deletes the former texts of memories that were deleted for good and, if the clock `isSettled`, old entries. */
  maintain(isSettled: boolean): Promise<void>;
}

/** Records what sites receive and change, and pauses those that read or change too much. */
export function createPageLog({ database, store, clock, onStop }: PageLogParts): SitePageLog {
  const sites = new Map<string, Promise<SiteRow>>();
  const amounts = new Map<string, Amount[]>();
  /**
   * When each site was paused for reading or changing too much; Infinity while the pause is being written. Calls from
   * before a pause must not get through.
   */
  const stops = new Map<string, number>();
  /** The sites whose pause couldn't be written. Their next call tries again. */
  const failedPauses = new Set<string>();
  /** Rows that couldn't be written. Each says which limit its site exceeded. */
  const unwritten = new Set<SiteRow>();
  /** By origin: the changes that the latest `undo` made. `redo` reverts them. */
  const undone = new Map<string, PageChange[]>();

  /** The row of a site. Cached only until `maintain` runs, because `maintain` may rewrite the stored row. */
  function siteRowOf(origin: string, now = clock.now()): Promise<SiteRow> {
    const known =
      sites.get(origin) ??
      database
        .run('r', (tables) => tables.sites.get(origin))
        .then((row) => row ?? { origin, since: now, rows: { calls: 0, changes: 0 }, days: {} });
    sites.set(origin, known);
    known.catch(() => sites.delete(origin));
    return known;
  }

  let lastNumberGiven = 0;

  /**
   * The number of the next call or change. Never gives a number twice, even if a file with the last entries can't be
   * read.
   */
  async function nextNumber(): Promise<number> {
    const stored = lastNumberGiven || (await database.run('r', lastNumber));
    return (lastNumberGiven = Math.max(lastNumberGiven + 1, stored + 1, clock.now() * 1000));
  }

  async function changeRows(origin: string, at: number, changes: PageChange[]): Promise<ChangeRow[]> {
    const rows: ChangeRow[] = [];
    for (const change of changes) rows.push({ ...change, n: await nextNumber(), origin, at });
    return rows;
  }

  /**
   * Counts what a call of the site reads or writes. If the last minute's total exceeds the site's limit, calls
   * `onStop`, resets the counts so that the site can go on once the user resumes it, and returns false.
   */
  async function count(site: SiteRow, amount: Amount): Promise<boolean> {
    const { kind, by, at } = amount;
    if (by === 0) return true;
    // After a jump of the clock, an amount may lie in the future.
    const isRecent = (earlier: Amount) => Math.abs(at - earlier.at) < minuteMs;
    const recent = [...(amounts.get(site.origin) ?? []).filter(isRecent), amount];
    amounts.set(site.origin, recent);
    const total = recent.reduce((sum, one) => sum + (one.kind === kind ? one.by : 0), 0);
    if (total <= (site.limits ?? defaultSiteLimits)[kind]) return true;
    amounts.delete(site.origin);
    stops.set(site.origin, Infinity);
    site.stopped = kind;
    // Even if this record can't be written, the site is paused.
    await database.add({ site }).catch(() => unwritten.add(site));
    onStop(site.origin);
    return false;
  }

  async function writeAgain(): Promise<void> {
    for (const site of unwritten) {
      await database.add({ site });
      unwritten.delete(site);
    }
  }

  async function write(site: SiteRow, { origin, operation, now }: PageCall, outcome: PageOutcome): Promise<void> {
    const day = new Date(now).toISOString().slice(0, 10);
    site.days[day] = (site.days[day] ?? 0) + 1;
    const { memories, changes } = outcome;
    if (memories.length > 0) site.rows.calls++;
    site.rows.changes += changes.length;
    const received = memories.map(({ id, version }): [string, number] => [id, version]);
    await database.add({
      site,
      ...(received.length > 0 && { call: { n: await nextNumber(), origin, at: now, operation, memories: received } }),
      changes: await changeRows(origin, now, changes),
    });
  }

  const isStopped = ({ origin, now }: PageCall) => now <= (stops.get(origin) ?? -Infinity);

  async function begin(call: PageCall): Promise<OpenPageCall | PageStop> {
    const { origin, operation, now } = call;
    const site = await siteRowOf(origin, now);
    if (failedPauses.delete(origin)) return 'stop';
    if (isStopped(call)) return 'stopped';
    // Only calls whose token isn't paused get here: if the site was paused, the user has resumed it.
    delete site.stopped;
    const { scope } = operations[operation];
    const written: Amount = { kind: 'writes', by: writesContent(operation) ? 1 : 0, at: clock.now() };
    if (!(await count(site, written))) return 'stop';
    return {
      async end(outcome) {
        const reads = scope === 'memories:read' ? outcome.memories.length : 0;
        if (reads > 0 && isStopped(call)) return 'stopped';
        // Read again: `maintain` may have rewritten the row during the call.
        const current = await siteRowOf(origin, now);
        if (!(await count(current, { kind: 'reads', by: reads, at: clock.now() }))) return 'stop';
        await write(current, call, outcome);
        return undefined;
      },
      abandon() {
        written.by = 0;
      },
    };
  }

  return {
    begin,
    notePaused: (origin) => void stops.set(origin, clock.now()),
    notePauseFailed: (origin) => void failedPauses.add(origin),
    forget: (ids) => database.run('rw', async (tables) => void (await tables.changes.where('id').anyOf(ids).delete())),
    async sites() {
      await writeAgain().catch(() => {});
      return database.run('r', (tables) => siteLogs(tables, clock.now()));
    },
    receipts: (origin) =>
      database.run('r', async (tables) => {
        const rows = await tables.calls
          .where('[origin+at]')
          .between([origin, -Infinity], [origin, Infinity])
          .reverse()
          .toArray();
        return rows.map(({ at, operation, memories }) => ({
          at: new Date(at).toISOString(),
          call: operation,
          memories: memories.map(([id, version]) => ({ id, version })),
        }));
      }),
    async setLimits(origin, { reads, writes }) {
      const site = await siteRowOf(origin);
      site.limits = { reads, writes };
      await database.add({ site });
    },
    async undo(origin) {
      const logged = await database.run('r', (tables) => changesOf(tables, origin).sortBy('n'));
      const { changes, spared, gone } = await undoChanges({ store, clock }, localOwner, logged);
      await database.run('rw', (tables) => tables.changes.bulkDelete(logged.map(({ n }) => n)));
      undone.set(origin, changes);
      const collections = changes.filter((change) => 'collection' in change).length;
      return {
        undone: changes.length - collections,
        ...(collections > 0 && { collections }),
        spared: spared.length,
        gone: gone.length,
      };
    },
    async redo(origin) {
      const { changes } = await undoChanges({ store, clock }, localOwner, undone.get(origin) ?? []);
      const rows = await changeRows(origin, clock.now(), changes);
      await database.run('rw', async (tables) => void (await tables.changes.bulkAdd(rows)));
      undone.delete(origin);
    },
    async maintain(isSettled) {
      await writeAgain();
      sites.clear();
      await markStart(database, clock.now());
      await dropOld(database, store, isSettled ? clock.now() - recordLimits.days * 24 * 60 * minuteMs : 0);
      // Meanwhile, calls may have cached rows that `dropOld` has rewritten since.
      sites.clear();
    },
  };
}
