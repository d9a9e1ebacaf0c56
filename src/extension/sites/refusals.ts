import { smallDatabase } from '../small-database.ts';

/** What the user decided about requests for access: those of one site, or of all sites. */
export interface Refusal {
  /** The site's origin, or `*` for every site. */
  origin: string;
  /** Denials since access was last allowed, or since the settings last silenced the site or let it ask again. */
  denials: number;
  /** Before this time, in Unix milliseconds, the site's requests aren't shown. */
  until: number;
  never: boolean;
}

export interface RefusalTable {
  get(origin: string): Promise<Refusal | undefined>;
  put(refusal: Refusal): Promise<void>;
  delete(origin: string): Promise<void>;
  all(): Promise<Refusal[]>;
}

export const everySite = '*';

const firstPauseMs = 60_000;
const longestPauseMs = 7 * 86_400_000;

/**
 * After a denial, a site's requests aren't shown for a minute. Each further denial doubles this time, up to a week.
 * The user can also silence a site, or all sites, for good.
 */
export function createRefusals(table: RefusalTable, now: () => number = Date.now) {
  async function mayAsk(origin: string): Promise<boolean> {
    const [all, own] = await Promise.all([table.get(everySite), table.get(origin)]);
    if (all?.never || own?.never) return false;
    return own === undefined || own.until <= now();
  }

  return {
    mayAsk,
    async deny(origin: string, never: boolean): Promise<void> {
      const denials = 1 + ((await table.get(origin))?.denials ?? 0);
      const pauseMs = Math.min(firstPauseMs * 2 ** (denials - 1), longestPauseMs);
      await table.put({ origin, denials, until: now() + pauseMs, never });
    },
    forget: (origin: string) => table.delete(origin),
    /** Origins that are blocked for good; contains {@link everySite} if all sites are blocked. */
    silent: async () => (await table.all()).filter(({ never }) => never).map(({ origin }) => origin),
    setSilent: (origin: string, never: boolean): Promise<void> =>
      never ? table.put({ origin, denials: 0, until: 0, never }) : table.delete(origin),
  };
}

export type Refusals = ReturnType<typeof createRefusals>;

/** Stores refusals in a separate database. */
export function refusalTable(databases?: IDBFactory): RefusalTable {
  const run = smallDatabase({ name: 'commonplace-sites', table: 'refusals', keyPath: 'origin', databases });
  return {
    get: (origin) => run('readonly', (store) => store.get(origin)),
    put: async (refusal) => void (await run('readwrite', (store) => store.put(refusal))),
    delete: (origin) => run('readwrite', (store) => store.delete(origin)),
    all: () => run('readonly', (store) => store.getAll()),
  };
}
