import type { Commonplace } from '../../client/index.ts';
import type { Collection } from '../../v1/schemas/collection.ts';
import { limits } from '../../v1/limits.ts';
import type { Translate } from '../i18n/translator.ts';
import { everyPage } from './every-page.ts';
import { createLoaded } from './loaded.ts';
import type { Notices } from './notices.ts';

interface CollectionsParts {
  client: Commonplace;
  notices: Notices;
  t: Translate;
  /** Memories may be in another collection now, or in none. */
  moved(): Promise<void>;
}

export type Collections = ReturnType<typeof createCollections>;

/** All collections, and what a person does to them. */
export function createCollections({ client, notices, t, moved }: CollectionsParts) {
  const all = createLoaded(() =>
    everyPage(
      (cursor) => client.collections.list({ limit: limits.pageMost, ...cursor }),
      (page) => page.collections,
    ),
  );

  return {
    ...all,

    /** Undefined where it is not known: the token may see no collections, or it is gone. */
    named: (id: string): Collection | undefined => all.value.value?.find((collection) => collection.id === id),

    /** @throws CommonplaceError; `conflict` where the name is taken */
    async create(name: string): Promise<Collection> {
      const made = await client.collections.create({ name });
      await all.refresh();
      notices.say(t('collections.created', { name: made.name }));
      return made;
    },

    /** @throws CommonplaceError */
    async rename({ id, name: former }: Collection, name: string): Promise<void> {
      if (name.trim() === former) return;
      await client.collections.rename(id, name);
      await all.refresh();
      notices.offer(t('collections.renamed'), async () => {
        await client.collections.rename(id, former);
        await all.refresh();
      });
    },

    /** Its memories stay, in no collection. What failed is said. */
    async remove(collection: Collection): Promise<void> {
      try {
        await client.collections.delete(collection.id);
      } catch (failure) {
        return notices.fail(failure);
      }
      notices.say(t('collections.deleted', { name: collection.name }));
      await Promise.all([all.refresh(), moved()]);
    },
  };
}
