import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { watchFocus } from '../components/watch-focus.ts';
import { FrameContext } from '../components/frame.ts';
import { Icon } from '../components/icon.tsx';
import { Key } from '../components/key.tsx';
import { KeysDialog } from '../components/keys-dialog.tsx';
import { ListArea } from '../components/list-area.tsx';
import { MeaningLine } from '../components/meaning-line.tsx';
import { NoticeBar } from '../components/notice-bar.tsx';
import { performKeys } from '../components/perform-keys.ts';
import { SaveBar } from '../components/save-bar.tsx';
import { ScreenContext, useScreen } from '../components/screen.ts';
import { SearchField } from '../components/search-field.tsx';
import { SaveQuery, StatusButton, StatusLine } from '../components/status-line.tsx';
import { ariaKeys } from '../state/keyboard.ts';
import type { Saving } from '../state/saving.ts';
import { isRecent } from '../state/view.ts';
import { CaptureLine } from './capture-line.tsx';
import { DraftLine } from './draft-line.tsx';
import { Empty } from './empty.tsx';
import { PagePreview } from './page-preview.tsx';
import type { RelatedSearch } from './related-search.ts';
import { SiteLine } from './site-line.tsx';
import type { PopupState } from './state.ts';
import { UndecidedList } from './undecided-list.tsx';
import '../style/tokens.css';
import '../style/base.css';
import './popup.css';

/** The popup: search, save, and the memories. */
export function Popup({ state }: { state: PopupState }) {
  const { t, keys } = state;
  const whole = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  const keysOpen = useSignal(false);
  const shortcut = useSignal<string | undefined>(undefined);
  const typed = useRef(false);
  useEffect(() => {
    void state.open();
    void state.host.shortcut().then(
      (keys) => (shortcut.value = keys),
      () => {},
    );
    return state.notices.current.subscribe(() => (typed.current = false));
  }, []);
  useEffect(() => state.meaning.follow(), []);
  // Selected, so that typing replaces it.
  const { isRestored } = state.searchText;
  useLayoutEffect(() => {
    if (isRestored.value) field.current?.select();
  }, [isRestored.value]);

  const toSearch = () => field.current?.focus();
  const back = () => void state.results.back();
  useEffect(() => watchFocus(whole.current as HTMLDivElement, toSearch), []);
  useEffect(() => {
    const perform = performKeys(state.keyed, {
      toSearch,
      list: () => list.current,
      help: () => (keysOpen.value = true),
      back,
      typed: () => typed.current,
    });
    // On the document, since the keys must work even if the focused element was removed.
    document.addEventListener('keydown', perform);
    return () => document.removeEventListener('keydown', perform);
  }, []);

  return (
    <FrameContext.Provider value={state}>
      <ScreenContext.Provider value={state}>
        <div ref={whole} class="popup" onInput={() => (typed.current = true)}>
          <header class="unseen">
            <h1>{t('name')}</h1>
          </header>
          <SearchField field={field} shortcut={shortcut.value}>
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
          <SaveBar saving={state.saving} save={state.save} />
          <CaptureLine saving={state.saving} reader={state.pageReader} />
          <DraftLine drafts={state.drafts} />
          <StatusLine back={back} busy={state.relatedSearch.isReading.value ? t('related.reading') : undefined}>
            <StatusEnd saving={state.saving} relatedSearch={state.relatedSearch} />
          </StatusLine>
          <main ref={list} class="list">
            <ListArea
              renderEmpty={(view) => <Empty view={view} shortcut={shortcut.value} />}
              toSearch={toSearch}
              back={back}
              saveQuery={state.saving.note}
            />
          </main>
          <MeaningLine meaning={state.meaning} />
          <UndecidedList undecidedSaves={state.undecidedSaves} />
          <SiteLine access={state.siteAccess} />
          <Footer
            count={state.count}
            library={() => void state.host.openLibrary()}
            help={() => (keysOpen.value = true)}
          />
          <NoticeBar />
          <KeysDialog open={keysOpen} without={['select', 'extend', 'selectAll']} />
          <PagePreview reader={state.pageReader} />
        </div>
      </ScreenContext.Provider>
    </FrameContext.Provider>
  );
}

/** The actions on the list: find memories related to the active page, or save the query as a note. */
function StatusEnd({ saving, relatedSearch }: { saving: Saving; relatedSearch: RelatedSearch }) {
  const { results, t, keys } = useScreen();
  const view = results.view.value;
  if (view === undefined || !isRecent(view)) return <SaveQuery saving={saving} />;
  if (saving.unreadable.value || view.untouched || view.single) return null;
  return (
    <StatusButton run={() => void relatedSearch.relate()} shortcut={keys.related}>
      {t('related.title')}
    </StatusButton>
  );
}

interface FooterProps {
  count: ReadonlySignal<number | undefined>;
  library(): void;
  help(): void;
}

/** The number of memories, where they are stored, and buttons for the library and the list of keys. */
function Footer({ count, library, help }: FooterProps) {
  const { t, keys } = useScreen();
  return (
    <footer class="footer">
      <p>{count.value === undefined ? '' : `${t('footer.count', { count: count.value })} · ${t('footer.local')}`}</p>
      <button type="button" class="button bare" onClick={library}>
        {t('footer.library')}
      </button>
      <button type="button" class="button bare" aria-keyshortcuts={ariaKeys(keys.help)} onClick={help}>
        {t('footer.keys')} <Key name={keys.help} />
      </button>
    </footer>
  );
}
