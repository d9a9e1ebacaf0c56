import { browser } from 'wxt/browser';
import type { Ask } from '../../client/transports/caller.ts';
import type { VouchedQuestion } from '../engine/serve.ts';
import { storedValue, type StoredValue } from '../small-database.ts';
import { collectionRequest, menuVouched } from './requests.ts';

/** The collection into which something was saved last. */
export interface LastCollection {
  id: string;
  name: string;
}

function collectionIn(value: unknown): LastCollection | undefined {
  const { id, name } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : undefined;
}

/** Stores the last collection in its own database, because content scripts could read and change `storage.local`. */
export const storedCollection = (databases?: IDBFactory): StoredValue<LastCollection> =>
  storedValue({ name: 'commonplace-menu', table: 'values', databases }, 'lastCollection');

/** Deletes, unread, the collection that earlier versions of the extension wrote to `storage.local`. */
export const clearStoredCollection = (): Promise<void> => browser.storage.local.remove('lastCollection');

interface LastCollectionParts {
  ask: Ask<VouchedQuestion>;
  storage: StoredValue<LastCollection>;
  /** Shows the collection's name in the menu; undefined removes the menu item. */
  show(name: string | undefined): Promise<void>;
}

/** Remembers the collection for “Save to …” in the menu. */
export function createLastCollection({ ask, storage, show }: LastCollectionParts) {
  const read = async (): Promise<LastCollection | undefined> => collectionIn(await storage.get());

  return {
    /** Call after the menu was created. */
    async refresh(): Promise<void> {
      await show((await read().catch(() => undefined))?.name);
    },

    /** Called by the extension's own pages after a save. Ignores anything but a collection. */
    async remember(given: unknown): Promise<void> {
      const last = collectionIn(given);
      if (last === undefined) return;
      await storage.put(last);
      await show(last.name);
    },

    /**
     * The id of the collection; undefined if there is none or it was deleted meanwhile. If the service doesn't respond,
     * assumes that the collection exists.
     */
    async id(): Promise<string | undefined> {
      const last = await read().catch(() => undefined);
      if (last === undefined) return undefined;
      const answer = await ask({ request: collectionRequest(last.id), vouched: menuVouched }).catch(() => undefined);
      if (answer?.status !== 404) return last.id;
      await storage.delete();
      await show(undefined);
      return undefined;
    },
  };
}
