import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ActionList, type ListedAction } from '../components/action-list.tsx';
import { DraftLine } from '../components/draft-line.tsx';
import { watchFocus } from '../components/watch-focus.ts';
import { Key } from '../components/key.tsx';
import { KeysDialog } from '../components/keys-dialog.tsx';
import { MeaningLine } from '../components/meaning-line.tsx';
import { MissingScope } from '../components/missing-scope.tsx';
import { ListArea } from '../components/list-area.tsx';
import { performKeys } from '../components/perform-keys.ts';
import { rowsIn } from '../components/rows.ts';
import { SaveBar } from '../components/save-bar.tsx';
import { SearchField, focusNewSearch } from '../components/search-field.tsx';
import { SaveQuery, StatusLine } from '../components/status-line.tsx';
import type { Memory } from '../../v1/schemas/memory.ts';
import { ariaKeys, type KeyArea } from '../state/keyboard.ts';
import { formatsIn } from '../i18n/formats.ts';
import { startJob } from '../state/selection.ts';
import { lacksMeaning, type View } from '../state/view.ts';
import { memoriesActions, type SelectionActions } from './actions.ts';
import { useLibrary } from './context.ts';
import { BulkBar, type BulkForm } from './bulk-bar.tsx';
import { Empty } from './empty.tsx';
import { Filters } from './filters.tsx';
import { MemoryPane } from './memory-pane.tsx';

/** Search, save, the list of memories, and the open memory beside it. */
export function MemoriesSection() {
  const state = useLibrary();
  const { t, keys, results, saving, rights, opened, notices, selection, bulk } = state;
  const canWrite = !rights?.lacks('memories:write');
  const section = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const keysOpen = useSignal(false);
  const actions = useSignal<ListedAction[] | undefined>(undefined);
  const bulkForm = useSignal<BulkForm>(undefined);
  const typed = useRef(false);
  const focusSearch = () => field.current?.focus();
  const help = () => void (keysOpen.value = true);
  const back = () => void results.back();
  const selected: SelectionActions = {
    tag: () => void (bulkForm.value = 'tags'),
    collect: () => void (bulkForm.value = 'collection'),
    export: () => void (bulkForm.value = 'format'),
    remove() {
      if (startJob(state, [...selection.selected.value.values()], bulk.remove)) bulkForm.value = undefined;
    },
  };
  /** Lists all actions, including those on one memory: the focused one, else the open one, else `memory`. */
  function listActions(memory: Memory | undefined, area: KeyArea): void {
    const isInList = list.current?.contains(document.activeElement) === true;
    actions.value = memoriesActions(state, isInList ? memory : (opened.memory.value ?? memory), {
      selected,
      focusSearch,
      help,
      area,
    });
  }
  useEffect(() => notices.current.subscribe(() => (typed.current = false)), []);
  useEffect(() => watchFocus(section.current as HTMLElement, () => focusNewSearch(field.current)), []);
  useEffect(() => {
    const perform = performKeys(
      { ...state, open: state.openMemory, bulk: selected },
      { focusSearch, list: () => list.current, help, back, commands: listActions, typed: () => typed.current },
    );
    document.addEventListener('keydown', perform);
    return () => document.removeEventListener('keydown', perform);
  }, []);

  return (
    <main
      ref={section}
      class={`memories-part ${opened.id.value === undefined ? '' : 'has-open'}`}
      onInput={() => (typed.current = true)}
    >
      <div class="list-column">
        <div class="list-body">
          <h2 class="unseen">{t('library.memories')}</h2>
          <SearchField field={field} shortcut={keys.search}>
            <button
              type="button"
              class="button bare"
              aria-keyshortcuts={ariaKeys(keys.commands)}
              onClick={() => listActions(undefined, 'elsewhere')}
            >
              {t('footer.actions')} <Key name={keys.commands} />
            </button>
          </SearchField>
          {!canWrite && <MissingScope scope="memories:write" />}
          {(canWrite || saving.writing.value) && (
            <SaveBar saving={saving} save={state.save} discard={state.discardDraft} />
          )}
          {state.drafts !== undefined && <DraftLine drafts={state.drafts} />}
          <Filters />
          <StatusLine back={back}>{canWrite && <SaveQuery saving={saving} />}</StatusLine>
          <div ref={list} class={`list-words ${selection.count.value > 0 ? 'selecting' : ''}`} data-scroller>
            {rights?.lacks('memories:read') ? (
              <MissingScope scope="memories:read" />
            ) : (
              <ListArea
                renderEmpty={(view) => <Empty view={view} />}
                focusSearch={focusSearch}
                back={back}
                saveQuery={canWrite ? saving.note : undefined}
              />
            )}
            {state.meaning === undefined && <ModeLine />}
          </div>
          {state.meaning !== undefined && <MeaningLine meaning={state.meaning} />}
        </div>
        <BulkBar
          form={bulkForm}
          leave={() =>
            rowsIn(list.current)
              .find((row) => row.tabIndex === 0)
              ?.focus()
          }
        />
      </div>
      <MemoryPane />
      <KeysDialog open={keysOpen} without={['related', 'readText', 'update', 'showQuotes', 'library', 'settings']} />
      <ActionList actions={actions} />
    </main>
  );
}

const { share } = formatsIn('en');

/** A note that appears if search by meaning could have run but didn't, or didn't cover all memories. */
function ModeLine() {
  const { t, results } = useLibrary();
  const view = results.view.value;
  const text = view === undefined ? undefined : textOf(view);
  return (
    <p class="mode-line" role="status">
      {text}
    </p>
  );

  function textOf(view: View): string | undefined {
    const { mode, coverage = 1 } = view;
    if (mode === 'keyword') return lacksMeaning(view) ? t('mode.keyword') : undefined;
    if (mode === undefined || mode === 'looking' || coverage === 1) return undefined;
    return t('mode.partly', { share: share(coverage) });
  }
}
