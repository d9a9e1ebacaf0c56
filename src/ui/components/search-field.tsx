import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { limits } from '../../v1/limits.ts';
import { takeFilters } from '../state/query-filters.ts';
import { Icon } from './icon.tsx';
import { Key } from './key.tsx';
import { useScreen } from './screen.ts';
import { SearchSuggestions, useSuggestions } from './search-suggestions.tsx';
import './search-field.css';

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>;
  /** The shortcut that focuses the field or opens the popup, shown while the field is empty. */
  shortcut: string | undefined;
  takesFocus?: boolean;
  /** Called for Backspace in the empty field. */
  onBackspace?(): void;
  children?: ComponentChildren;
}

/** The search field. Filters typed into it become chips. */
export function SearchField({ field, shortcut, takesFocus = true, onBackspace, children }: SearchFieldProps) {
  const { t, keys, results, collections, addFilters } = useScreen();
  const suggestions = useSuggestions();
  // A layout effect, because a normal one may run after the user has focused something else.
  useLayoutEffect(() => {
    if (takesFocus) field.current?.focus();
  }, []);

  function clear(): void {
    results.type('');
    field.current?.focus();
  }

  /** Not called while an input method is composing: unfinished Pinyin has spaces, which would complete a filter. */
  function write(text: string): void {
    const { rest, filters } = takeFilters(text, collections?.value.value ?? []);
    results.type(rest);
    if (filters !== undefined) addFilters(filters);
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Backspace' && results.query.value === '' && !event.isComposing) onBackspace?.();
    if (!suggestions.onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <search class="top">
      <div class="search">
        <Icon name="search" />
        <input
          ref={field}
          data-search
          type="text"
          dir="auto"
          role="combobox"
          aria-expanded={suggestions.isShown && suggestions.found.length > 0}
          aria-autocomplete="list"
          aria-controls={suggestions.isShown && suggestions.found.length > 0 ? suggestions.id : undefined}
          aria-activedescendant={
            suggestions.isShown && suggestions.found.length > 0 ? `${suggestions.id}${suggestions.chosen}` : undefined
          }
          aria-label={t('search.label')}
          aria-keyshortcuts={keys.search}
          placeholder={t('search.label')}
          maxLength={limits.queryCharacters}
          autocomplete="off"
          spellcheck={false}
          enterKeyHint="search"
          value={results.query.value}
          onInput={({ currentTarget: { value }, isComposing }) => (isComposing ? results.type(value) : write(value))}
          onCompositionEnd={(event) => write(event.currentTarget.value)}
          onKeyDown={onKey}
        />
        {results.query.value === '' ? (
          shortcut !== undefined && <Key name={shortcut} />
        ) : (
          <button
            type="button"
            class="button bare"
            aria-label={t('search.clear')}
            title={t('search.clear')}
            onClick={clear}
          >
            <Icon name="close" />
          </button>
        )}
        <SearchSuggestions {...suggestions} />
      </div>
      {children}
    </search>
  );
}

/** Focuses the field so that typing replaces the old query. */
export function focusNewSearch(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
