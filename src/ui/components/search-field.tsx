import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { limits } from '../../v1/limits.ts';
import { Icon } from './icon.tsx';
import { Key } from './key.tsx';
import { useScreen } from './screen.ts';
import './search-field.css';

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>;
  /** The shortcut that focuses it, shown while it is empty. */
  shortcut: string | undefined;
  /** Takes the focus when it appears; by default true. */
  takesFocus?: boolean;
  /** Shown beside the field. */
  children?: ComponentChildren;
}

/** The search field. */
export function SearchField({ field, shortcut, takesFocus = true, children }: SearchFieldProps) {
  const { t, keys, results } = useScreen();
  // In a layout effect: later, it could take the focus away from where the user has moved it.
  useLayoutEffect(() => {
    if (takesFocus) field.current?.focus();
  }, []);

  function clear(): void {
    results.type('');
    field.current?.focus();
  }

  return (
    <search class="top">
      <div class="search">
        <Icon name="search" />
        <input
          ref={field}
          data-search
          type="search"
          dir="auto"
          aria-label={t('search.label')}
          aria-keyshortcuts={keys.search}
          placeholder={t('search.label')}
          maxLength={limits.queryCharacters}
          autocomplete="off"
          spellcheck={false}
          enterKeyHint="search"
          value={results.query.value}
          onInput={(event) => results.type(event.currentTarget.value)}
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
      </div>
      {children}
    </search>
  );
}
