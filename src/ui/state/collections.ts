import type { Client } from '../../client/index.ts';
import { nameKey } from '../../v1/keys.ts';
import type { Collection } from '../../v1/schemas/collection.ts';
import { limits } from '../../v1/limits.ts';
import type { Translate } from '../i18n/translator.ts';
import { createLoaded } from './loaded.ts';
import type { Notices } from './notices.ts';

interface CollectionsParts {
  client: Client;
  notices: Notices;
  t: Translate;
  /** Called when memories may have left their collection. */
  onMemoriesMoved(): Promise<void>;
}

export type Collections = ReturnType<typeof createCollections>;

/** All collections and the user's actions on them. */
export function createCollections({ client, notices, t, onMemoriesMoved }: CollectionsParts) {
  const all = createLoaded(() => Array.fromAsync(client.collections.list({ limit: limits.maxPageSize })));

  async function create(name: string): Promise<Collection> {
    const created = await client.collections.create({ name });
    await all.refresh();
    notices.say(t('collections.created', { name: created.name }));
    return created;
  }
  /** The collections that the method `named` is creating now. Key: `nameKey` of the collection's name. */
  const creating = new Map<string, Promise<Collection>>();

  return {
    ...all,

    /** Undefined if the collection is deleted, not visible to the token, or not loaded yet. */
    byId: (id: string): Collection | undefined => all.value.value?.find((collection) => collection.id === id),

    /** @throws CommonplaceError; `conflict` if the name is taken */
    create,

    /** The collection with this name, which is created if there is none. @throws CommonplaceError */
    async named(name: string): Promise<Collection> {
      const key = nameKey(name);
      const existing = all.value.value?.find((collection) => nameKey(collection.name) === key);
      if (existing !== undefined) return existing;
      const created = creating.get(key) ?? create(name).finally(() => creating.delete(key));
      creating.set(key, created);
      return created;
    },

    /** @throws CommonplaceError */
    async rename({ id, name: oldName }: Collection, name: string): Promise<void> {
      if (name.trim() === oldName) return;
      await client.collections.rename(id, name);
      await all.refresh();
      notices.offer(t('collections.renamed'), async () => {
        await client.collections.rename(id, oldName);
        await all.refresh();
      });
    },

    /** Deletes a collection; its memories stay, without a collection. Reports a failure as a notice. */
    async remove(collection: Collection): Promise<void> {
      try {
        await client.collections.delete(collection.id);
      } catch (failure) {
        return notices.fail(failure);
      }
      notices.say(t('collections.deleted', { name: collection.name }));
      await Promise.all([all.refresh(), onMemoriesMoved()]);
    },
  };
}
