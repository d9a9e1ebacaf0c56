import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { nameKey } from '../../v1/keys.ts';
import { limits } from '../../v1/limits.ts';
import { CollectionChoice } from '../components/collection-choice.tsx';
import { Chip, DateChips, TagChips, TextFilterChips } from '../components/filter-chips.tsx';
import { TagOptions } from '../components/tags-field.tsx';
import type { ListFilters } from '../state/view.ts';
import { useLibrary } from './context.ts';
import './filters.css';

/**
 * Filters the list by collection, tag and date. Each filter, even one typed into the search field, is a chip, and part
 * of the page's address.
 */
export function Filters() {
  const { t, results, collections, applyFilters } = useLibrary();
  const within: ListFilters = results.within.value ?? { tags: [] };
  const { collection, tags, createdBefore } = within;
  const change = (changed: Partial<ListFilters>) => applyFilters({ ...within, ...changed });
  const chosen = collection === undefined ? undefined : (collections.byId(collection)?.name ?? t('details.unknown'));

  return (
    <div class="filters" role="group" aria-label={t('filters.label')}>
      {chosen === undefined && collections.value.value !== undefined && collections.value.value.length > 0 && (
        <label>
          <span class="unseen">{t('details.collection')}</span>
          <CollectionChoice
            value={null}
            none={t('filters.everywhere')}
            counted
            onChange={(id) => change({ collection: id ?? undefined })}
          />
        </label>
      )}
      {chosen !== undefined && (
        <Chip label={t('filters.removeCollection', { name: chosen })} remove={() => change({ collection: undefined })}>
          {chosen}
        </Chip>
      )}
      <TagFilter tags={tags} add={(tag) => change({ tags: [...tags, tag] })} />
      <TagChips within={within} change={change} />
      {createdBefore === undefined && <JumpToDate jump={(moment) => change({ createdBefore: moment })} />}
      <DateChips within={within} change={change} />
      <TextFilterChips within={within} change={change} />
      {results.within.value !== undefined && (
        <button type="button" class="button bare" onClick={() => applyFilters()}>
          {t('filters.clear')}
        </button>
      )}
    </div>
  );
}

function TagFilter({ tags, add }: { tags: readonly string[]; add(tag: string): void }) {
  const { t, tagNames } = useLibrary();
  const list = useId();
  const pending = useSignal('');

  function finish(text: string): void {
    const tag = text.trim().replace(/^#+/, '');
    pending.value = '';
    if (tag !== '' && !tags.some((other) => nameKey(other) === nameKey(tag))) add(tag);
  }

  /** A tag chosen from the suggestions is complete; a typed one ends with Enter. */
  function write(event: InputEvent & { currentTarget: HTMLInputElement }): void {
    const text = event.currentTarget.value;
    // Browsers report a choice from the suggestions as a replacement, or without an input type.
    const isChosen = event.inputType === 'insertReplacementText' || event.inputType === undefined;
    if (isChosen && tagNames.found.value.some(({ tag }) => tag === text)) return finish(text);
    pending.value = text;
    tagNames.suggest(text.replace(/^#+/, ''));
  }

  return (
    <>
      <input
        class="field filters-tag"
        dir="auto"
        aria-label={t('filters.tag')}
        placeholder={t('filters.tag')}
        maxLength={limits.tagCharacters}
        autocomplete="off"
        list={list}
        value={pending.value}
        onFocus={() => tagNames.suggest(pending.value)}
        onInput={write}
        onKeyDown={(event) => event.key === 'Enter' && !event.isComposing && finish(pending.value)}
      />
      <TagOptions id={list} />
    </>
  );
}

/** Starts the list at a day, with older memories below it. */
function JumpToDate({ jump }: { jump(endOfDay: string): void }) {
  const { t } = useLibrary();
  return (
    <label class="filters-date">
      <span>{t('filters.jump')}</span>
      <input
        type="date"
        class="field"
        onChange={({ currentTarget }) => {
          const start = currentTarget.valueAsDate;
          // While the user types a year, its first digits already make a year, such as 20 for 2026.
          if (start === null || start.getUTCFullYear() < 1000) return;
          // The end of the chosen day, in the local time zone.
          jump(new Date(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate() + 1).toISOString());
        }}
      />
    </label>
  );
}
