import { useEffect } from 'preact/hooks';
import { FrameContext } from '../components/frame.ts';
import { NoticeBar } from '../components/notice-bar.tsx';
import { AboutSection } from './about-section.tsx';
import { SettingsContext } from './context.ts';
import { CopySection } from './copy-section.tsx';
import { PrivacySection } from './privacy-section.tsx';
import { SearchSection } from './search-section.tsx';
import type { SettingsState } from './state.ts';
import '../style/tokens.css';
import '../style/base.css';
import './settings.css';

/** In the order of the page. Each has its title under `settings.<id>`. */
const sections = [
  { id: 'search', Content: SearchSection },
  { id: 'copy', Content: CopySection },
  { id: 'privacy', Content: PrivacySection },
  { id: 'about', Content: AboutSection },
] as const;

/** The settings: one page of sections, with a table of contents. */
export function Settings({ state }: { state: SettingsState }) {
  const { t } = state;
  useEffect(() => state.engine.follow(), []);
  return (
    <FrameContext.Provider value={state}>
      <SettingsContext.Provider value={state}>
        <div class="settings">
          <header>
            <h1>{t('settings.title')}</h1>
          </header>
          <nav aria-label={t('settings.contents')}>
            <ul>
              {sections.map(({ id }) => (
                <li key={id}>
                  <a href={`#${id}`}>{t(`settings.${id}`)}</a>
                </li>
              ))}
            </ul>
          </nav>
          <main>
            {sections.map(({ id, Content }) => (
              <section key={id} id={id} aria-labelledby={`${id}-title`}>
                <h2 id={`${id}-title`}>{t(`settings.${id}`)}</h2>
                <Content />
              </section>
            ))}
          </main>
          <NoticeBar />
        </div>
      </SettingsContext.Provider>
    </FrameContext.Provider>
  );
}
