import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { nameKey } from '../../v1/keys.ts';
import { limits } from '../../v1/limits.ts';
import { CollectionChoice } from '../components/collection-choice.tsx';
import { Icon } from '../components/icon.tsx';
import { TagOptions } from '../components/tags-field.tsx';
import type { Within } from '../state/view.ts';
import { useLibrary } from './context.ts';
import './filters.css';

/** Filters the list by a collection and tags. */
export function Filters() {
  const { t, results, collections, tagNames } = useLibrary();
  const list = useId();
  const pending = useSignal('');
  const within: Within = results.within.value ?? { tags: [] };

  function narrow(changed: Partial<Within>): void {
    const { collection, tags } = { ...within, ...changed };
    void results.setFilters(collection === undefined && tags.length === 0 ? undefined : { collection, tags });
  }

  function add(text: string): void {
    const tag = text.trim().replace(/^#+/, '');
    pending.value = '';
    if (tag !== '' && !within.tags.some((other) => nameKey(other) === nameKey(tag)))
      narrow({ tags: [...within.tags, tag] });
  }

  /** A tag chosen from the suggestions is complete; a typed one ends with Enter. */
  function write(event: InputEvent & { currentTarget: HTMLInputElement }): void {
    const text = event.currentTarget.value;
    const isChosen = event.inputType === 'insertReplacementText' || event.inputType === undefined;
    if (isChosen && tagNames.found.value.some(({ tag }) => tag === text)) return add(text);
    pending.value = text;
    tagNames.look(text.replace(/^#+/, ''));
  }

  return (
    <div class="filters" role="group" aria-label={t('filters.label')}>
      {collections.value.value !== undefined && collections.value.value.length > 0 && (
        <label>
          <span class="unseen">{t('details.collection')}</span>
          <CollectionChoice
            value={within.collection ?? null}
            none={t('filters.everywhere')}
            counted
            onChange={(id) => narrow({ collection: id ?? undefined })}
          />
        </label>
      )}
      <input
        class="field filters-tag"
        dir="auto"
        aria-label={t('filters.tag')}
        placeholder={t('filters.tag')}
        maxLength={limits.tagCharacters}
        autocomplete="off"
        list={list}
        value={pending.value}
        onFocus={() => tagNames.look(pending.value)}
        onInput={write}
        onKeyDown={(event) => event.key === 'Enter' && !event.isComposing && add(pending.value)}
      />
      <TagOptions id={list} />
      {within.tags.map((tag) => (
        <span class="chip" key={nameKey(tag)}>
          <bdi>{tag}</bdi>
          <button
            type="button"
            class="chip-remove"
            aria-label={t('filters.removeTag', { tag })}
            onClick={() => narrow({ tags: within.tags.filter((other) => other !== tag) })}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      {results.within.value !== undefined && (
        <button type="button" class="button bare" onClick={() => void results.setFilters(undefined)}>
          {t('filters.clear')}
        </button>
      )}
    </div>
  );
}
