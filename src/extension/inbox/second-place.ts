import { browser } from 'wxt/browser';
import type { InboxRow, InboxRows } from './row.ts';

/** The part of `storage.local` that rows are kept in. */
export interface KeptValues {
  get(): Promise<Record<string, unknown>>;
  set(values: Record<string, InboxRow>): Promise<void>;
  remove(key: string): Promise<void>;
}

const storageLocal: KeptValues = {
  get: () => browser.storage.local.get(null),
  set: (values) => browser.storage.local.set(values),
  remove: (key) => browser.storage.local.remove(key),
};

const prefix = 'inbox:';

/** Rows in the extension's own storage, which the browser keeps apart from IndexedDB. */
export function storedRows(values: KeptValues = storageLocal): InboxRows {
  const list = async () => {
    const rows = Object.entries(await values.get()).filter(([key]) => key.startsWith(prefix));
    return rows.map(([, row]) => row as InboxRow).sort((one, other) => one.createdAt - other.createdAt);
  };
  return {
    put: (row) => values.set({ [prefix + row.idempotencyKey]: row }),
    get: async (key) => (await list()).find(({ idempotencyKey }) => idempotencyKey === key),
    delete: (key) => values.remove(prefix + key),
    list,
  };
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
      const rows = (await either([first.list(), second.list()])).flat();
      const byKey = new Map(rows.toReversed().map((row) => [row.idempotencyKey, row]));
      return [...byKey.values()].sort((one, other) => one.createdAt - other.createdAt);
    },
  };
}

/** What those came to that did not fail; fails where all did. */
async function either<Result>(works: Promise<Result>[]): Promise<Result[]> {
  const outcomes = await Promise.allSettled(works);
  const results = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return results.length > 0 ? results : Promise.all(works);
}
