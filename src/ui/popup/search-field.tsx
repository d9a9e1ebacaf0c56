import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { limits } from '../../v1/limits.ts';
import { Icon } from '../components/icon.tsx';
import { Key } from '../components/key.tsx';
import { useScreen } from '../components/screen.ts';

/** The search field; it has the focus as soon as the popup is open. `shortcut`: the keys that open the popup. */
export function SearchField({ field, shortcut }: { field: RefObject<HTMLInputElement | null>; shortcut: string | undefined }) {
  const { t, keys, results } = useScreen();
  useEffect(() => field.current?.focus(), []);

  function clear(): void {
    results.type('');
    field.current?.focus();
  }

  return (
    <search class="search">
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
    </search>
  );
}
