import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { ActionList, type ListedAction } from '../components/action-list.tsx';
import { DraftLine } from '../components/draft-line.tsx';
import { FilterChips } from '../components/filter-chips.tsx';
import { watchFocus } from '../components/watch-focus.ts';
import { FrameContext } from '../components/frame.ts';
import { Icon } from '../components/icon.tsx';
import { KeysDialog } from '../components/keys-dialog.tsx';
import { ListArea } from '../components/list-area.tsx';
import { MeaningLine } from '../components/meaning-line.tsx';
import { NoticeBar } from '../components/notice-bar.tsx';
import { performKeys } from '../components/perform-keys.ts';
import { rowsIn } from '../components/rows.ts';
import { ScreenContext } from '../components/screen.ts';
import { SearchField, focusNewSearch } from '../components/search-field.tsx';
import { SaveQuery, StatusLine } from '../components/status-line.tsx';
import type { ListFilters } from '../state/view.ts';
import { actionsOf } from './actions.ts';
import { Empty } from './empty.tsx';
import { Footer } from './footer.tsx';
import { MissingQuotes, PageButtons } from './page-buttons.tsx';
import { PagePreview } from './page-preview.tsx';
import { Reader } from './reader.tsx';
import { SaveLine } from './save-line.tsx';
import { SiteLine } from './site-line.tsx';
import type { PopupState } from './state.ts';
import { UndecidedList } from './undecided-list.tsx';
import '../style/tokens.css';
import '../style/base.css';
import '../style/forms.css';
import './popup.css';

/** The popup: search, save, and the memories. */
export function Popup({ state }: { state: PopupState }) {
  const { t, keys, results, opened, saving } = state;
  const popup = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  const keysOpen = useSignal(false);
  const actions = useSignal<ListedAction[] | undefined>(undefined);
  const shortcut = useSignal<string | undefined>(undefined);
  const typed = useRef(false);
  // Before the first frame, since the memories to show may have arrived already.
  useLayoutEffect(() => void state.open(), []);
  useEffect(() => {
    void state.host.shortcut().then(
      (keys) => (shortcut.value = keys),
      () => {},
    );
    return state.notices.current.subscribe(() => (typed.current = false));
  }, []);
  useEffect(() => state.meaning.follow(), []);
  useEffect(() => state.memorySync.follow(), []);
  useEffect(() => state.followChangesElsewhere(), []);
  // A restored query is selected, so that typing replaces it.
  const { isRestored } = state.searchText;
  useLayoutEffect(() => {
    if (isRestored.value) field.current?.select();
  }, [isRestored.value]);
  // Listing similar memories closes the memory being read.
  useEffect(() => results.near.subscribe((near) => near !== undefined && opened.close()), []);

  const focusSearch = () => field.current?.focus();
  const help = () => (keysOpen.value = true);
  const back = () => void results.back();
  useEffect(() => watchFocus(popup.current as HTMLDivElement, () => focusNewSearch(field.current)), []);
  // Before the first frame, so that no key is lost.
  useLayoutEffect(() => {
    const perform = performKeys(state.keyTargets, {
      focusSearch,
      list: () => list.current,
      help,
      back,
      close: opened.close,
      commands: (memory, area) => (actions.value = actionsOf(state, memory, { focusSearch, help, area })),
      typed: () => typed.current,
    });
    // On the document, since the keys must work even if the focused element was removed.
    document.addEventListener('keydown', perform);
    return () => document.removeEventListener('keydown', perform);
  }, []);

  const openId = opened.id.value;
  const isReading = openId !== undefined;
  const lastOpenId = useRef(openId);
  // When the reader closes, returns the focus to the row of the memory that was read. Until then the list is inert.
  useLayoutEffect(() => {
    if (openId === undefined)
      rowsIn(list.current)
        .find(({ dataset }) => dataset['row'] === lastOpenId.current)
        ?.focus();
    lastOpenId.current = openId;
  }, [openId]);
  const view = results.view.value;
  const isBlank = results.query.value.trim() === '' && results.near.value === undefined;
  // Shows either the line for saving or the line about the results, in the same position, so that the list doesn't
  // move.
  const showsSaveLine =
    saving.writing.value || (isBlank && results.pending.value === undefined && !results.canGoBack.value);
  const canRelate = showsSaveLine && !saving.unreadable.value && view !== undefined && !view.neverSaved && !view.single;
  const within = results.within.value;
  return (
    <FrameContext.Provider value={state}>
      <ScreenContext.Provider value={state}>
        <div ref={popup} class="popup" onInput={() => (typed.current = true)}>
          <header class="unseen">
            <h1>{t('name')}</h1>
          </header>
          <div class="popup-list" inert={isReading}>
            <SearchField
              field={field}
              shortcut={shortcut.value}
              onBackspace={() => state.changeFilters(withoutLastFilter(within))}
            >
              <button
                type="button"
                class="button bare"
                aria-label={t('settings.title')}
                title={`${t('settings.title')} (${keys.settings})`}
                aria-keyshortcuts={keys.settings}
                onClick={() => void state.host.openSettings()}
              >
                <Icon name="settings" />
              </button>
            </SearchField>
            {within !== undefined && <FilterChips within={within} change={state.changeFilters} />}
            {showsSaveLine && (
              <SaveLine
                saving={saving}
                save={state.save}
                discard={state.drafts.discard}
                updates={state.pageUpdates}
                relate={canRelate ? () => void state.relatedSearch.relate() : undefined}
              >
                <PageButtons {...state} />
              </SaveLine>
            )}
            {showsSaveLine && <MissingQuotes quotes={state.pageQuotes} />}
            <DraftLine drafts={state.drafts} />
            <div class={showsSaveLine ? 'unseen' : 'found-line'}>
              <StatusLine back={back} busy={state.relatedSearch.isReading.value ? t('related.reading') : undefined}>
                <SaveQuery saving={saving} />
              </StatusLine>
            </div>
            <main ref={list} class="list" data-scroller>
              <ListArea
                renderEmpty={(view) => (
                  <Empty
                    view={view}
                    shortcut={shortcut.value}
                    isLocal={state.engine.value?.sync?.server === undefined}
                    clear={() => state.clearFilters()}
                  />
                )}
                focusSearch={focusSearch}
                back={back}
                saveQuery={saving.note}
              />
            </main>
            <MeaningLine meaning={state.meaning} />
            <UndecidedList undecidedSaves={state.undecidedSaves} />
            <SiteLine access={state.siteAccess} />
            <Footer
              count={state.count}
              isLoading={showsSaveLine && results.slow.value && results.shown.value === undefined}
              engine={state.engine}
              settings={() => void state.host.openSettings()}
              library={() => void state.host.openLibrary()}
              listActions={() =>
                (actions.value = actionsOf(state, undefined, { focusSearch, help, area: 'elsewhere' }))
              }
            />
          </div>
          {isReading && <Reader close={opened.close} findRelated={state.findRelated} />}
          <NoticeBar
            shows={(id) => !isReading && results.view.value?.memories.some((memory) => memory.id === id) === true}
          />
          <KeysDialog open={keysOpen} without={['select', 'extend', 'selectAll', 'collect', 'export']} savesOffer />
          <ActionList actions={actions} />
          <PagePreview reader={state.pageReader} />
        </div>
      </ScreenContext.Provider>
    </FrameContext.Provider>
  );
}

/** The change that removes the filter of the last chip. */
function withoutLastFilter(within: ListFilters | undefined): Partial<ListFilters> {
  const { tags = [], phrases = [], not = [] } = within ?? {};
  if (not.length > 0) return { not: not.slice(0, -1) };
  if (phrases.length > 0) return { phrases: phrases.slice(0, -1) };
  if (within?.site !== undefined) return { site: undefined };
  if (within?.createdBefore !== undefined) return { createdBefore: undefined };
  if (within?.createdAfter !== undefined) return { createdAfter: undefined };
  return tags.length > 0 ? { tags: tags.slice(0, -1) } : { collection: undefined };
}
