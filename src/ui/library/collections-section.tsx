import { useEffect } from 'preact/hooks';
import type { Collection } from '../../v1/schemas/collection.ts';
import { Confirm } from '../components/confirm.tsx';
import { MissingScope } from '../components/missing-scope.tsx';
import { LoadArea } from '../components/load-area.tsx';
import { Message } from '../components/message.tsx';
import { useLibrary } from './context.ts';
import { CollectionName } from './collection-name.tsx';
import { NewCollection } from './new-collection.tsx';
import { Part } from './part.tsx';
import { TagList } from './tag-list.tsx';
import './items.css';

/** Lists, creates, renames and deletes collections, and links to their memories. */
export function CollectionsSection() {
  const { t, collections, rights } = useLibrary();
  const writes = !rights?.lacks('collections:write');
  useEffect(() => void collections.refresh(), []);
  return (
    <Part title={t('collections.title')} lead={t('collections.lead')}>
      {writes ? <NewCollection /> : <MissingScope scope="collections:write" />}
      <LoadArea loaded={collections} scope="collections:read">
        {(all) =>
          all.length === 0 ? (
            <Message title={t('collections.none')} />
          ) : (
            <ul class="items" aria-label={t('library.collections')}>
              {all.map((collection) => (
                <CollectionItem key={collection.id} collection={collection} writes={writes} />
              ))}
            </ul>
          )
        }
      </LoadArea>
      <TagList />
    </Part>
  );
}

function CollectionItem({ collection, writes }: { collection: Collection; writes: boolean }) {
  const { t, collections, show } = useLibrary();
  const { id, name, memoryCount } = collection;

  return (
    <li class="item">
      <CollectionName collection={collection} writes={writes} />
      <div class="item-ways">
        <button
          type="button"
          class="button bare"
          aria-label={t('collections.show', { count: memoryCount, name })}
          onClick={() => show({ collection: id, tags: [] })}
        >
          {t('footer.count', { count: memoryCount })}
        </button>
        {writes && (
          <Confirm
            name={t('collections.delete')}
            about={name}
            warning={
              memoryCount === 0
                ? t('collections.deleteEmptyWarning', { name })
                : t('collections.deleteWarning', { name, count: memoryCount })
            }
            act={t('collections.deleteAct')}
            run={() => collections.remove(collection)}
          />
        )}
      </div>
    </li>
  );
}
