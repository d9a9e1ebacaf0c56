import { useEffect } from 'preact/hooks';
import type { Collection } from '../../v1/schemas/collection.ts';
import { Confirm } from '../components/confirm.tsx';
import { MissingScope } from '../components/missing-scope.tsx';
import { LoadArea } from '../components/load-area.tsx';
import { useLibrary } from './context.ts';
import { CollectionNameForm } from './collection-name-form.tsx';
import { NamedItem } from './named-item.tsx';
import { NewCollection } from './new-collection.tsx';
import { Part } from './part.tsx';
import { TagList } from './tag-list.tsx';
import './items.css';

/** Lists, renames and deletes collections and tags, shows their memories, and creates collections. */
export function CollectionsSection() {
  const { t, sections } = useLibrary();
  const lead = sections.includes('tokens')
    ? `${t('collections.lead')} ${t('collections.leadTokens')}`
    : t('collections.lead');
  return (
    <Part title={t('collections.title')} lead={lead}>
      <CollectionList />
      <TagList />
    </Part>
  );
}

function CollectionList() {
  const { t, collections, rights } = useLibrary();
  const canWrite = !rights?.lacks('collections:write');
  useEffect(() => void collections.refresh(), []);
  return (
    <section class="named-list" aria-labelledby="collections-title">
      <h3 id="collections-title">{t('library.collections')}</h3>
      {canWrite ? <NewCollection /> : <MissingScope scope="collections:write" />}
      <LoadArea loaded={collections} scope="collections:read">
        {(all) =>
          all.length === 0 ? (
            <p class="item-about">{t('collections.none')}</p>
          ) : (
            <ul class="items">
              {all.map((collection) => (
                <CollectionItem key={collection.id} collection={collection} canWrite={canWrite} />
              ))}
            </ul>
          )
        }
      </LoadArea>
    </section>
  );
}

function CollectionItem({ collection, canWrite }: { collection: Collection; canWrite: boolean }) {
  const { t, collections, showOnly } = useLibrary();
  const { id, name, memoryCount } = collection;
  return (
    <NamedItem
      name={name}
      memoryCount={memoryCount}
      showTitle={t('collections.show', { count: memoryCount, name })}
      show={() => showOnly({ collection: id, tags: [] })}
      renameLabel={t('collections.rename', { name })}
      renderForm={canWrite ? (leave) => <CollectionNameForm collection={collection} leave={leave} /> : undefined}
    >
      <Confirm
        name={t('items.delete')}
        about={name}
        warning={
          memoryCount === 0
            ? t('collections.deleteEmptyWarning', { name })
            : t('collections.deleteWarning', { name, count: memoryCount })
        }
        act={t('collections.deleteAct')}
        run={() => collections.remove(collection)}
      />
    </NamedItem>
  );
}
