import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { nameKey } from '../../v1/keys.ts';
import { filterOf, openFilterIn, type OpenFilter } from '../state/query-filters.ts';
import type { ListFilters } from '../state/view.ts';
import { useScreen } from './screen.ts';
import './search-suggestions.css';

interface Suggestion {
  name: string;
  count: number;
  filters: Partial<ListFilters>;
}

const maxShown = 6;

/** Suggests tags or collections while a filter by tag or collection is being typed in the search field. */
export function useSuggestions() {
  const { results, tagNames, collections, addFilters } = useScreen();
  const id = useId();
  const chosen = useSignal(0);
  const isClosed = useSignal(false);
  const text = results.query.value;
  const open = openFilterIn(text);
  useEffect(() => {
    isClosed.value = false;
    chosen.value = 0;
    if (open?.kind === 'tag') tagNames?.suggest(open.value);
  }, [text]);
  const found = open === undefined ? [] : suggestionsFor(open);
  const isShown = open !== undefined && !isClosed.value;
  const missing = open !== undefined && found.length === 0 ? missingFor(open) : undefined;

  function suggestionsFor({ kind, value }: OpenFilter): Suggestion[] {
    const fits = (name: string) => nameKey(name).startsWith(nameKey(value));
    if (kind === 'tag')
      return (tagNames?.found.value ?? [])
        .filter(({ tag }) => fits(tag))
        .slice(0, maxShown)
        .map(({ tag, memoryCount }) => ({ name: `#${tag}`, count: memoryCount, filters: { tags: [tag] } }));
    if (kind !== 'in') return [];
    return (collections?.value.value ?? [])
      .filter(({ name }) => fits(name))
      .slice(0, maxShown)
      .map(({ id: collection, name, memoryCount }) => ({ name, count: memoryCount, filters: { collection } }));
  }

  /**
   * The text key for “no tag or collection begins with this value”. Undefined while one may exist, while the value is
   * empty, and for other filters.
   */
  function missingFor({ kind, value }: OpenFilter): 'noTag' | 'noCollection' | undefined {
    if (value === '') return undefined;
    if (kind === 'tag') return tagNames?.foundFor.value === value ? 'noTag' : undefined;
    return kind === 'in' && collections?.value.value !== undefined ? 'noCollection' : undefined;
  }

  function choose({ filters }: Pick<Suggestion, 'filters'>): void {
    if (open === undefined) return;
    results.type(text.slice(0, open.start));
    addFilters(filters);
  }

  /** Handles a key for the suggestions; returns whether it used the key. */
  function onKey(event: KeyboardEvent): boolean {
    if (!isShown || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
    const { length } = found;
    if (event.key === 'Escape') isClosed.value = true;
    else if (event.key === 'ArrowDown' && length > 0) chosen.value = (chosen.value + 1) % length;
    else if (event.key === 'ArrowUp' && length > 0) chosen.value = (chosen.value + length - 1) % length;
    else if (event.key === 'Enter' || (event.key === 'Tab' && length > 0)) {
      const typed = missing === undefined ? filterOf(open.kind, open.value, []) : undefined;
      const suggestion = found[chosen.value] ?? (typed && { filters: typed });
      // If there is nothing to apply, Enter does nothing rather than open a memory: the help says what to type.
      if (suggestion !== undefined) choose(suggestion);
    } else return false;
    return true;
  }

  return { id, open, found, missing, chosen: chosen.value, isShown, choose, onKey };
}

/** The list of {@link useSuggestions} or, if it is empty, how to write the filter or that nothing matches. */
export function SearchSuggestions({
  id,
  open,
  found,
  missing,
  chosen,
  isShown,
  choose,
}: ReturnType<typeof useSuggestions>) {
  const { t } = useScreen();
  if (!isShown || open === undefined) return null;
  if (found.length === 0)
    return (
      <p class="suggestions suggestions-help" role="status">
        {missing === undefined ? t(`operators.${open.kind}`) : t(`operators.${missing}`, { value: open.value })}
        {missing === undefined && open.value !== '' && ` · ${t('operators.apply')}`}
      </p>
    );
  return (
    <div class="suggestions" id={id} role="listbox" aria-label={t(`operators.${open.kind}`)}>
      {found.map((suggestion, index) => (
        <div
          key={suggestion.name}
          id={`${id}${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          // Not on click, because the field would already have lost the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            choose(suggestion);
          }}
        >
          <bdi>{suggestion.name}</bdi>
          <span class="suggestions-count">{suggestion.count}</span>
        </div>
      ))}
    </div>
  );
}
