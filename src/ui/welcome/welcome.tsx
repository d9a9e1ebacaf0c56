import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { FrameContext } from '../components/frame.ts';
import { Icon } from '../components/icon.tsx';
import { ListArea } from '../components/list-area.tsx';
import { MeaningLine } from '../components/meaning-line.tsx';
import { NoticeBar } from '../components/notice-bar.tsx';
import { performKeys } from '../components/perform-keys.ts';
import { ScreenContext } from '../components/screen.ts';
import { SearchField } from '../components/search-field.tsx';
import { StatusLine } from '../components/status-line.tsx';
import type { WelcomeState } from './state.ts';
import '../style/tokens.css';
import '../style/base.css';
import './welcome.css';

/** The welcome page, opened after an install: the user saves a note and finds it. */
export function Welcome({ state }: { state: WelcomeState }) {
  const { t, host, results, saving } = state;
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const shortcut = useSignal<string | undefined>(undefined);
  const focusSearch = () => field.current?.focus();
  const focusRequests = saving.focusRequests.value;
  useLayoutEffect(() => text.current?.focus(), [focusRequests]);
  useEffect(() => state.meaning.follow(), []);
  useEffect(() => {
    void host.shortcut().then(
      (keys) => (shortcut.value = keys),
      () => {},
    );
    const perform = performKeys(
      { ...state, save },
      {
        focusSearch,
        list: () => list.current,
        help: () => {},
        back: () => void results.back(),
        typed: () => false,
      },
    );
    document.addEventListener('keydown', perform);
    return () => document.removeEventListener('keydown', perform);
  }, []);

  async function save(): Promise<void> {
    await state.save();
    if (state.hasSaved.value) focusSearch();
  }

  function tryQuery(): void {
    results.type(t('welcome.query'));
    focusSearch();
  }

  const draft = saving.draft.value;
  const isSaving = saving.busy.value;
  return (
    <FrameContext.Provider value={state}>
      <ScreenContext.Provider value={state}>
        <main class="welcome-page">
          <header>
            <h1>{t('welcome.title')}</h1>
            <button type="button" class="button bare" onClick={() => void host.close()}>
              {t('welcome.leave')} <Icon name="close" />
            </button>
          </header>
          <p class="reading">{t('welcome.lead')}</p>

          <Step title={t('welcome.saveTitle')}>
            <textarea
              ref={text}
              class="field reading"
              dir="auto"
              rows={3}
              aria-label={t('save.text')}
              value={draft?.content ?? ''}
              onInput={(event) => saving.change({ content: event.currentTarget.value })}
            />
            <button
              type="button"
              class="button primary"
              disabled={(draft?.content ?? '').trim() === ''}
              aria-disabled={isSaving}
              onClick={() => void save()}
            >
              {t(isSaving ? 'save.saving' : 'save.action')}
            </button>
          </Step>

          <Step title={t('welcome.findTitle')}>
            <SearchField field={field} shortcut="/" takesFocus={false} />
            <p>
              {t(state.hasSaved.value ? 'welcome.findHint' : 'welcome.saveFirst')}{' '}
              <button type="button" class="button" onClick={tryQuery}>
                {t('welcome.query')}
              </button>
            </p>
            {results.query.value.trim() !== '' && (
              <>
                <StatusLine back={() => void results.back()} />
                <div ref={list} class="welcome-list">
                  <ListArea
                    renderEmpty={() => null}
                    focusSearch={focusSearch}
                    back={() => void results.back()}
                    saveQuery={saving.note}
                  />
                </div>
                <MeaningLine meaning={state.meaning} />
              </>
            )}
          </Step>

          <Step title={t('welcome.nowTitle')}>
            <ul>
              <li>{t('welcome.select', { menu: t('menu.saveSelection') })}</li>
              <li>
                {shortcut.value === undefined ? t('welcome.pin') : t('welcome.shortcut', { shortcut: shortcut.value })}
              </li>
              <li>
                {t('welcome.library')}{' '}
                <button type="button" class="button" onClick={() => void host.openLibrary()}>
                  {t('menu.library')}
                </button>
              </li>
            </ul>
            <p>{t('welcome.private')}</p>
            <button type="button" class="button primary" onClick={() => void host.close()}>
              {t('welcome.done')}
            </button>
          </Step>
          <NoticeBar
            shows={(id) =>
              results.query.value.trim() !== '' &&
              results.view.value?.memories.some((memory) => memory.id === id) === true
            }
          />
        </main>
      </ScreenContext.Provider>
    </FrameContext.Provider>
  );
}

function Step({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="step">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
