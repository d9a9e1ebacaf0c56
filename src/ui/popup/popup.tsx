import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { watchFocus } from '../components/kept-focus.ts';
import { FrameContext } from '../components/frame.ts';
import { KeysDialog } from '../components/keys-dialog.tsx';
import { MeaningLine } from '../components/meaning-line.tsx';
import { NoticeBar } from '../components/notice-bar.tsx';
import { ScreenContext } from '../components/screen.ts';
import { Footer } from './footer.tsx';
import { performKeys } from './keys.ts';
import { ListArea } from './list-area.tsx';
import { SaveBar } from './save-bar.tsx';
import { SearchField } from './search-field.tsx';
import type { PopupState } from './state.ts';
import { StatusLine } from './status-line.tsx';
import { UndecidedList } from './undecided-list.tsx';
import '../style/tokens.css';
import '../style/base.css';
import './popup.css';

/** The popup: search, save, and the memories themselves. */
export function Popup({ state }: { state: PopupState }) {
  const whole = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  const keysOpen = useSignal(false);
  const shortcut = useSignal<string | undefined>(undefined);
  const typed = useRef(false);
  useEffect(() => {
    void state.open();
    void state.host.shortcut().then((keys) => (shortcut.value = keys), () => {});
    return state.notices.current.subscribe(() => (typed.current = false));
  }, []);
  useEffect(() => state.meaning.follow(), []);

  const toSearch = () => field.current?.focus();
  const back = () => void state.results.back();
  useEffect(() => watchFocus(whole.current as HTMLDivElement, toSearch), []);
  useEffect(() => {
    const perform = performKeys(state, { toSearch, list: () => list.current, help: () => (keysOpen.value = true), back, typed: () => typed.current });
    // On the document: what had the focus may be gone, and the keys must go on working.
    document.addEventListener('keydown', perform);
    return () => document.removeEventListener('keydown', perform);
  }, []);

  return (
    <FrameContext.Provider value={state}>
      <ScreenContext.Provider value={state}>
        <div ref={whole} class="popup" onInput={() => (typed.current = true)}>
          <header class="unseen">
            <h1>{state.t('name')}</h1>
          </header>
          <SearchField field={field} shortcut={shortcut.value} openSettings={() => void state.host.openSettings()} />
          <SaveBar saving={state.saving} save={state.save} />
          <StatusLine saving={state.saving} relating={state.relating} back={back} />
          <main ref={list} class="list">
            <ListArea shortcut={shortcut.value} toSearch={toSearch} back={back} writeDown={state.saving.note} />
          </main>
          <MeaningLine meaning={state.meaning} />
          <UndecidedList undeciding={state.undeciding} />
          <Footer count={state.count} help={() => (keysOpen.value = true)} />
          <NoticeBar />
          <KeysDialog open={keysOpen} />
        </div>
      </ScreenContext.Provider>
    </FrameContext.Provider>
  );
}
