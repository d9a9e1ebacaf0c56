import type { Ask } from '../../client/transports/caller.ts';
import type { VouchedQuestion } from '../engine/serve.ts';
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

/** The part of `storage.local` that stores the last collection. */
export interface LocalValues {
  get(key: string): Promise<Record<string, unknown>>;
  set(values: Record<string, unknown>): Promise<void>;
  remove(key: string): Promise<void>;
}

const key = 'lastCollection';

interface LastCollectionParts {
  ask: Ask<VouchedQuestion>;
  storage: LocalValues;
  /** Shows the collection's name in the menu; undefined removes the menu item. */
  show(name: string | undefined): Promise<void>;
}

/** Remembers the collection for “Save to …” in the menu. */
export function createLastCollection({ ask, storage, show }: LastCollectionParts) {
  const read = async (): Promise<LastCollection | undefined> => collectionIn((await storage.get(key))[key]);

  return {
    /** Call after the menu was created. */
    async refresh(): Promise<void> {
      await show((await read().catch(() => undefined))?.name);
    },

    /** Called by the extension's own pages after a save. Ignores anything but a collection. */
    async remember(given: unknown): Promise<void> {
      const last = collectionIn(given);
      if (last === undefined) return;
      await storage.set({ [key]: last });
      await show(last.name);
    },

    /**
     * The id of the collection; undefined if it was deleted meanwhile. If the service doesn't respond, assumes that the
     * collection exists.
     */
    async id(): Promise<string | undefined> {
      const last = await read().catch(() => undefined);
      if (last === undefined) return undefined;
      const answer = await ask({ request: collectionRequest(last.id), vouched: menuVouched }).catch(() => undefined);
      if (answer?.status !== 404) return last.id;
      await storage.remove(key);
      await show(undefined);
      return undefined;
    },
  };
}
