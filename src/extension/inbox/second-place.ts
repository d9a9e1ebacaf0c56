import { browser, type Browser } from 'wxt/browser';
import { readRow, readRows, type InboxRow, type InboxRows } from './row.ts';

/** The part of `storage.local` that rows are kept in. */
export interface KeptValues {
  get(): Promise<Record<string, unknown>>;
  set(values: Record<string, InboxRow>): Promise<void>;
  remove(keys: string[]): Promise<void>;
}

/**
 * `storage.local`, closed to content scripts first. Chromium opens it to them: whoever takes over a page's renderer could
 * write rows of their own and watch what is saved elsewhere. Until it is closed nothing is read or written.
 */
export function closedToPages(
  area: Pick<Browser.storage.StorageArea, 'get' | 'set' | 'remove' | 'setAccessLevel'> = browser.storage.local,
): KeptValues {
  const closed = area.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
  closed.catch(() => {});
  return {
    get: () => closed.then(() => area.get(null)),
    set: (values) => closed.then(() => area.set(values)),
    remove: (keys) => closed.then(() => area.remove(keys)),
  };
}

const prefix = 'inbox:';

/** Rows in the extension's own storage, which the browser keeps apart from IndexedDB. */
export function storedRows(values: KeptValues): InboxRows {
  return {
    put: (row) => values.set({ [prefix + row.idempotencyKey]: row }),
    get: async (key) => readRow(key, (await values.get())[prefix + key]),
    delete: (key) => values.remove([prefix + key]),
    list: async () => readRows((await entriesOf(values)).map(([key, value]) => [key.slice(prefix.length), value])),
  };
}

/** Firefox can't close `storage.local` to content scripts and doesn't lose IndexedDB: what earlier versions wrote there is removed unread. */
export async function clearStoredRows(
  values: Pick<KeptValues, 'get' | 'remove'> = {
    get: () => browser.storage.local.get(null),
    remove: (keys) => browser.storage.local.remove(keys),
  },
): Promise<void> {
  await values.remove((await entriesOf(values)).map(([key]) => key));
}

async function entriesOf(values: Pick<KeptValues, 'get'>): Promise<[key: string, value: unknown][]> {
  return Object.entries(await values.get()).filter(([key]) => key.startsWith(prefix));
}

/**
 * Rows in two places, so that what waits outlives the one that Chromium may delete (see "The journal" in docs/design.md).
 * A row that only one place has is there: sent once too often, it is answered with its first answer.
 */
export function inTwoPlaces(first: InboxRows, second: InboxRows): InboxRows {
  return {
    put: async (row) => {
      await either([first.put(row), second.put(row)]);
    },
    get: async (key) => (await either([first.get(key), second.get(key)])).find((row) => row !== undefined),
    delete: async (key) => {
      await Promise.all([first.delete(key), second.delete(key)]);
    },
    list: async () => {
      const places = await either([first.list(), second.list()]);
      const byKey = new Map(
        places
          .flatMap(({ rows }) => rows)
          .toReversed()
          .map((row) => [row.idempotencyKey, row]),
      );
      const unreadable = new Set(places.flatMap((place) => place.unreadable).filter((key) => !byKey.has(key)));
      return {
        rows: [...byKey.values()].sort((one, other) => one.createdAt - other.createdAt),
        unreadable: [...unreadable],
      };
    },
  };
}

/** What those came to that did not fail; fails where all did. */
async function either<Result>(works: Promise<Result>[]): Promise<Result[]> {
  const outcomes = await Promise.allSettled(works);
  const results = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return results.length > 0 ? results : Promise.all(works);
}
