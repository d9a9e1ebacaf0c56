import type { ComponentChildren } from 'preact';
import { unicodeHost } from '../../lib/text/punycode.ts';
import { nameKey } from '../../v1/keys.ts';
import { formatsIn } from '../i18n/formats.ts';
import type { ListFilters } from '../state/view.ts';
import { Icon } from './icon.tsx';
import { useScreen } from './screen.ts';
import './filter-chips.css';

/** A filter that can be removed. */
export function Chip({ label, remove, children }: { label: string; remove(): void; children: ComponentChildren }) {
  return (
    <span class="chip">
      <bdi>{children}</bdi>
      <button type="button" class="chip-remove" aria-label={label} onClick={remove}>
        <Icon name="close" />
      </button>
    </span>
  );
}

interface ChipsProps {
  within: ListFilters;
  change(changed: Partial<ListFilters>): void;
}

/** The filters on texts and addresses. */
export function TextFilterChips({ within: { site, phrases = [], not = [] }, change }: ChipsProps) {
  const { t } = useScreen();
  return (
    <>
      {site !== undefined && (
        <Chip label={t('filters.remove', { name: unicodeHost(site) })} remove={() => change({ site: undefined })}>
          {unicodeHost(site)}
        </Chip>
      )}
      {phrases.map((phrase) => (
        <Chip
          key={`"${phrase}`}
          label={t('filters.remove', { name: phrase })}
          remove={() => change({ phrases: phrases.filter((other) => other !== phrase) })}
        >
          {t('search.word', { word: phrase })}
        </Chip>
      ))}
      {not.map((word) => (
        <Chip
          key={`-${word}`}
          label={t('filters.remove', { name: word })}
          remove={() => change({ not: not.filter((other) => other !== word) })}
        >
          {t('filters.not', { word })}
        </Chip>
      ))}
    </>
  );
}

export function TagChips({ within: { tags }, change }: ChipsProps) {
  const { t } = useScreen();
  return (
    <>
      {tags.map((tag) => (
        <Chip
          key={nameKey(tag)}
          label={t('filters.removeTag', { tag })}
          remove={() => change({ tags: tags.filter((other) => other !== tag) })}
        >
          #{tag}
        </Chip>
      ))}
    </>
  );
}

const { firstDay, lastDay } = formatsIn('en');

/** The first and the last day of the list as chips. The bounds in `within` are exclusive. */
export function DateChips({ within: { createdAfter, createdBefore }, change }: ChipsProps) {
  const { t } = useScreen();
  return (
    <>
      {createdAfter !== undefined && (
        <Chip label={t('filters.removeDate')} remove={() => change({ createdAfter: undefined })}>
          {t('filters.after', { date: firstDay(createdAfter) })}
        </Chip>
      )}
      {createdBefore !== undefined && (
        <Chip label={t('filters.removeDate')} remove={() => change({ createdBefore: undefined })}>
          {t('filters.until', { date: lastDay(createdBefore) })}
        </Chip>
      )}
    </>
  );
}

/** All filters of the list, each as a chip. */
export function FilterChips({ within, change }: ChipsProps) {
  const { t, collections } = useScreen();
  const { collection } = within;
  const name = collection === undefined ? '' : (collections?.byId(collection)?.name ?? t('details.unknown'));
  return (
    <section class="filter-chips" aria-label={t('filters.label')}>
      {collection !== undefined && (
        <Chip label={t('filters.removeCollection', { name })} remove={() => change({ collection: undefined })}>
          {name}
        </Chip>
      )}
      <TagChips within={within} change={change} />
      <DateChips within={within} change={change} />
      <TextFilterChips within={within} change={change} />
    </section>
  );
}
