import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { limits } from '../../v1/limits.ts';
import { Icon } from '../components/icon.tsx';
import { Key } from '../components/key.tsx';
import { useScreen } from '../components/screen.ts';

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>;
  /** The keys that open the popup. */
  shortcut: string | undefined;
  openSettings(): void;
}

/** The search field, which has the focus as soon as the popup is open, and the way to the settings. */
export function SearchField({ field, shortcut, openSettings }: SearchFieldProps) {
  const { t, keys, results } = useScreen();
  useEffect(() => field.current?.focus(), []);

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
          <button type="button" class="button bare" aria-label={t('search.clear')} title={t('search.clear')} onClick={clear}>
            <Icon name="close" />
          </button>
        )}
      </div>
      <button type="button" class="button bare" aria-label={t('settings.title')} title={`${t('settings.title')} (${keys.settings})`} aria-keyshortcuts={keys.settings} onClick={openSettings}>
        <Icon name="settings" />
      </button>
    </search>
  );
}
