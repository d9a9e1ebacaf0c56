import { browser, type Browser } from 'wxt/browser';
import { readRow, readRows, type InboxRow, type InboxRows } from './row.ts';

/** The part of `storage.local` that stores rows. */
export interface StoredValues {
  get(): Promise<Record<string, unknown>>;
  set(values: Record<string, InboxRow>): Promise<void>;
  remove(keys: string[]): Promise<void>;
}

/**
 * `storage.local`, closed to content scripts before anything is read or written. Chromium opens `storage.local` to
 * content scripts by default: a compromised renderer could then write forged rows and watch what is saved in other
 * tabs.
 */
export function closedToPages(
  area: Pick<Browser.storage.StorageArea, 'get' | 'set' | 'remove' | 'setAccessLevel'> = browser.storage.local,
): StoredValues {
  const closed = area.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
  closed.catch(() => {});
  return {
    get: () => closed.then(() => area.get(null)),
    set: (values) => closed.then(() => area.set(values)),
    remove: (keys) => closed.then(() => area.remove(keys)),
  };
}

const prefix = 'inbox:';

/** Rows in `storage.local`, which the browser stores apart from IndexedDB. */
export function storedRows(values: StoredValues): InboxRows {
  return {
    put: (row) => values.set({ [prefix + row.idempotencyKey]: row }),
    get: async (key) => readRow(key, (await values.get())[prefix + key]),
    delete: (key) => values.remove([prefix + key]),
    list: async () => readRows((await entriesOf(values)).map(([key, value]) => [key.slice(prefix.length), value])),
  };
}

/**
 * Deletes the rows that earlier versions wrote to `storage.local`, without using them. For Firefox, which can't close
 * `storage.local` to content scripts and doesn't lose IndexedDB.
 */
export async function clearStoredRows(
  values: Pick<StoredValues, 'get' | 'remove'> = {
    get: () => browser.storage.local.get(null),
    remove: (keys) => browser.storage.local.remove(keys),
  },
): Promise<void> {
  await values.remove((await entriesOf(values)).map(([key]) => key));
}

async function entriesOf(values: Pick<StoredValues, 'get'>): Promise<[key: string, value: unknown][]> {
  return Object.entries(await values.get()).filter(([key]) => key.startsWith(prefix));
}

/**
 * Stores rows twice, so that they survive if Chromium deletes its IndexedDB (see "The journal" in docs/design.md). A
 * row counts as present even if only one storage has it. If that row was sent before, its idempotency key keeps the
 * service from saving it twice.
 */
export function mirrored(first: InboxRows, second: InboxRows): InboxRows {
  return {
    put: async (row) => {
      await either([first.put(row), second.put(row)]);
    },
    get: async (key) => (await either([first.get(key), second.get(key)])).find((row) => row !== undefined),
    delete: async (key) => {
      await Promise.all([first.delete(key), second.delete(key)]);
    },
    list: async () => {
      const lists = await either([first.list(), second.list()]);
      const byKey = new Map(
        lists
          .flatMap(({ rows }) => rows)
          // The map keeps the last of two rows with the same key, so the row of the first storage must come last.
          .toReversed()
          .map((row) => [row.idempotencyKey, row]),
      );
      const unreadable = new Set(lists.flatMap((list) => list.unreadable).filter((key) => !byKey.has(key)));
      return {
        rows: [...byKey.values()].sort((one, other) => one.createdAt - other.createdAt),
        unreadable: [...unreadable],
      };
    },
  };
}

/** The results that succeeded; rejects if all failed. */
async function either<Result>(promises: Promise<Result>[]): Promise<Result[]> {
  const outcomes = await Promise.allSettled(promises);
  const results = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return results.length > 0 ? results : Promise.all(promises);
}
