import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ActionList, type ListedAction } from '../components/action-list.tsx';
import { Icon } from '../components/icon.tsx';
import { FrameContext } from '../components/frame.ts';
import { NoticeBar } from '../components/notice-bar.tsx';
import { ScreenContext } from '../components/screen.ts';
import { areaOf } from '../components/perform-keys.ts';
import { actionOf } from '../state/keyboard.ts';
import { TokensSection } from '../tokens/tokens-section.tsx';
import { sectionActions, sectionTitle } from './actions.ts';
import { CollectionsSection } from './collections-section.tsx';
import { DuplicatesSection } from './duplicates-section.tsx';
import { JobBar } from './job-bar.tsx';
import { LibraryContext } from './context.ts';
import { MemoriesSection } from './memories-section.tsx';
import { followAddress, hashOf, type SectionName } from './route.ts';
import { PlanSection } from './plan-section.tsx';
import type { LibraryState } from './state.ts';
import { SideLists } from './side-lists.tsx';
import { TransferSection } from './transfer-section.tsx';
import { TrashSection } from './trash-section.tsx';
import '../style/tokens.css';
import '../style/base.css';
import '../style/forms.css';
import './library.css';

const contents = {
  memories: MemoriesSection,
  trash: TrashSection,
  collections: CollectionsSection,
  duplicates: DuplicatesSection,
  transfer: TransferSection,
  tokens: TokensSection,
  plan: PlanSection,
} satisfies Record<SectionName, unknown>;

/** The library: memories, collections, trash and more. `children`: shown below the navigation. */
export function Library({ state, children }: { state: LibraryState; children?: ComponentChildren }) {
  const { t, route, usage, sections, openSettings } = state;
  const { section } = route.value;
  const Content = contents[section];
  const actions = useSignal<ListedAction[] | undefined>(undefined);
  useEffect(() => {
    if (section === 'memories') return undefined;
    // In the section `memories`, `performKeys` handles all keys.
    const perform = (event: KeyboardEvent) => {
      const action = actionOf(event, {
        area: areaOf(event.target),
        platform: state.platform,
        blank: true,
        canSave: false,
        canGoBack: false,
        // So in a field, the undo key is left to the browser, which undoes the typing.
        typed: true,
      });
      if (action !== 'undo' && action !== 'commands') return;
      event.preventDefault();
      if (action === 'undo') void state.notices.undo();
      else actions.value = sectionActions(state);
    };
    document.addEventListener('keydown', perform);
    return () => document.removeEventListener('keydown', perform);
  }, [section]);
  useEffect(() => {
    const stops = [
      followAddress(route),
      state.followFilters(),
      state.openMemoryOfRoute(),
      state.followChangesElsewhere(),
      ...(state.meaning ? [state.meaning.follow()] : []),
      ...(state.memorySync ? [state.memorySync.follow()] : []),
      ...(state.earlierVersions ? [state.earlierVersions.follow()] : []),
    ];
    state.drafts?.begin();
    void state.refresh();
    return () => stops.forEach((stop) => stop());
  }, []);

  return (
    <FrameContext.Provider value={state}>
      <ScreenContext.Provider value={state}>
        <LibraryContext.Provider value={state}>
          <div class="library">
            <header class="library-head">
              <h1>{t('name')}</h1>
              <nav aria-label={t('library.parts')}>
                <ul>
                  {sections.map((name) => (
                    <li key={name}>
                      <a href={hashOf({ section: name })} aria-current={name === section ? 'page' : undefined}>
                        {sectionTitle(t, name)}
                        {name === 'memories' && usage.current.value !== undefined && (
                          <span class="library-count">{usage.current.value.memories.used}</span>
                        )}
                      </a>
                    </li>
                  ))}
                </ul>
              </nav>
              <SideLists />
              {openSettings !== undefined && (
                <button
                  type="button"
                  class="button bare library-settings"
                  title={t('settings.title')}
                  onClick={() => void openSettings()}
                >
                  <Icon name="settings" /> {t('settings.title')}
                </button>
              )}
              {children}
            </header>
            <Content key={section} />
            <div class="library-bars">
              <JobBar />
              <NoticeBar />
            </div>
            {section !== 'memories' && <ActionList actions={actions} />}
          </div>
        </LibraryContext.Provider>
      </ScreenContext.Provider>
    </FrameContext.Provider>
  );
}
