import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { nameKey } from '../../v1/keys.ts';
import { limits } from '../../v1/limits.ts';
import type { TagPage } from '../../v1/schemas/collection.ts';
import { LoadArea } from '../components/load-area.tsx';
import { useLibrary } from './context.ts';
import { NameForm } from './name-form.tsx';
import { NamedItem } from './named-item.tsx';

type TagCount = TagPage['tags'][number];

/** All tags with their number of memories; each can be renamed, merged with another and removed. */
export function TagList() {
  const { t, tags } = useLibrary();
  useEffect(() => void tags.refresh(), []);
  return (
    <section class="named-list tag-list" aria-labelledby="tags-title">
      <h3 id="tags-title">{t('tags.title')}</h3>
      <LoadArea loaded={tags} scope="memories:read">
        {(all) =>
          all.length === 0 ? (
            <p class="item-about">{t('tags.none')}</p>
          ) : (
            <ul class="items">
              {all.map((tagCount) => (
                <TagItem key={nameKey(tagCount.tag)} {...tagCount} all={all} />
              ))}
            </ul>
          )
        }
      </LoadArea>
    </section>
  );
}

function TagItem({ tag, memoryCount, all }: TagCount & { all: readonly TagCount[] }) {
  const { t, showOnly, rights, bulk } = useLibrary();
  const canWrite = !rights?.lacks('memories:write');
  return (
    <NamedItem
      name={`#${tag}`}
      memoryCount={memoryCount}
      showTitle={t('facts.showTag', { tag })}
      show={() => showOnly({ tags: [tag] })}
      renameLabel={t('tags.rename', { tag })}
      renderForm={canWrite ? (leave) => <RenameForm tag={tag} all={all} leave={leave} /> : undefined}
    >
      <button
        type="button"
        class="button bare"
        aria-label={`${t('items.delete')}: ${tag}`}
        onClick={() => void bulk.removeTag(tag)}
      >
        {t('items.delete')}
      </button>
    </NamedItem>
  );
}

/** Warns if the new name would merge the tag with another. */
function RenameForm({ tag, all, leave }: { tag: string; all: readonly TagCount[]; leave(): void }) {
  const { t, bulk } = useLibrary();
  const name = useSignal(tag);
  const wanted = name.value.trim().replace(/^#+/, '');
  const other = all.find((one) => nameKey(one.tag) === nameKey(wanted) && nameKey(wanted) !== nameKey(tag));

  function rename(): void {
    leave();
    if (wanted !== tag) void bulk.renameTag(tag, other?.tag ?? wanted);
  }

  return (
    <NameForm
      name={name}
      label={t('tags.name')}
      maxLength={limits.tagCharacters}
      submitText={t(other === undefined ? 'items.rename' : 'tags.merge')}
      canSubmit={wanted !== ''}
      submit={rename}
      leave={leave}
    >
      <p class="item-about" role="status">
        {other !== undefined && t('tags.mergeHint', { tag, name: other.tag, count: other.memoryCount })}
      </p>
    </NameForm>
  );
}
