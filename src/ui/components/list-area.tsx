import type { ComponentChildren } from 'preact';
import { ListEnd } from './list-end.tsx';
import { MemoryList } from './memory-list.tsx';
import { Message } from './message.tsx';
import { useScreen } from './screen.ts';
import { Skeleton } from './skeleton.tsx';
import { Key } from './key.tsx';
import { ariaKeys } from '../state/keyboard.ts';
import { sentenceOf } from '../state/sentence.ts';
import { isRecent, type Near, type View } from '../state/view.ts';

interface ListAreaProps {
  /** What to show if a list of recent memories, perhaps filtered, is empty. */
  renderEmpty(view: View): ComponentChildren;
  focusSearch(): void;
  back(): void;
  /** Starts a note with the query. Undefined if the token may not write. */
  saveQuery: ((query: string) => void) | undefined;
}

/** The list of memories, or why there is none: it is empty, is still loading, or failed to load. */
export function ListArea({ renderEmpty, focusSearch, back, saveQuery }: ListAreaProps) {
  const { results, t } = useScreen();
  const outcome = results.shown.value;
  if (outcome === undefined) return results.slow.value ? <Skeleton /> : null;
  if ('failure' in outcome) {
    return (
      <Message failed title={sentenceOf(outcome.failure, t)}>
        <div class="message-ways">
          <button type="button" class="button primary" onClick={() => void results.refresh()}>
            {t('error.retry')}
          </button>
          {outcome.near !== undefined && <Back back={back} />}
        </div>
      </Message>
    );
  }
  const { view } = outcome;
  if (view.memories.length > 0) return <Memories view={view} focusSearch={focusSearch} />;
  if (view.near !== undefined) return <NothingNear near={view.near} back={back} />;
  if (!isRecent(view)) return <NothingFound view={view} focusSearch={focusSearch} saveQuery={saveQuery} />;
  return renderEmpty(view);
}

function Memories({ view, focusSearch }: { view: View; focusSearch(): void }) {
  return (
    <>
      <MemoryList view={view} onEmptied={focusSearch} />
      <ListEnd view={view} />
    </>
  );
}

function NothingFound({
  view,
  focusSearch,
  saveQuery,
}: { view: View } & Pick<ListAreaProps, 'focusSearch' | 'saveQuery'>) {
  const { results, t, keys } = useScreen();
  const query = view.query.trim();
  const isFiltered = view.within !== undefined;

  function clear(): void {
    results.type('');
    focusSearch();
  }

  function clearFilters(): void {
    void results.setFilters(undefined);
    focusSearch();
  }

  return (
    <Message title={t('search.none', { query })}>
      <p>{t(isFiltered ? 'search.noneWithin' : 'search.noneHint')}</p>
      <div class="message-ways">
        {isFiltered && (
          <button type="button" class="button" onClick={clearFilters}>
            {t('filters.clear')}
          </button>
        )}
        <button type="button" class="button" onClick={clear}>
          {t('search.clear')} <Key name={keys.leave} />
        </button>
        {saveQuery !== undefined && (
          <button
            type="button"
            class="button"
            aria-keyshortcuts={ariaKeys(keys.saveQuery)}
            onClick={() => saveQuery(results.query.value.trim())}
          >
            {t('save.query')} <Key name={keys.saveQuery} />
          </button>
        )}
      </div>
    </Message>
  );
}

function NothingNear({ near, back }: { near: Near; back(): void }) {
  const { t } = useScreen();
  return (
    <Message title={t('memory' in near ? 'near.none' : 'related.none')}>
      <p>{t('near.noneHint')}</p>
      <Back back={back} />
    </Message>
  );
}

function Back({ back }: { back(): void }) {
  const { t, keys } = useScreen();
  return (
    <button type="button" class="button" aria-keyshortcuts={ariaKeys(keys.leave)} onClick={back}>
      {t('near.back')} <Key name={keys.leave} />
    </button>
  );
}
