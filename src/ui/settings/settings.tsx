import { useEffect, useRef } from 'preact/hooks';
import { hostOf } from '../text/host-of.ts';
import { egressOf, type Egress } from './egress.ts';
import { FrameContext } from '../components/frame.ts';
import { NoticeBar } from '../components/notice-bar.tsx';
import { SettingsContext, useSettings } from './context.ts';
import { GeneralSection } from './general-section.tsx';
import { SearchSection } from './search-section.tsx';
import { ShortcutsSection } from './shortcuts-section.tsx';
import { SitesSection } from './sites-section.tsx';
import { SyncSection } from './sync-section.tsx';
import { StorageSection } from './storage-section.tsx';
import type { SettingsState } from './state.ts';
import { useSectionInView } from './section-in-view.ts';
import '../style/tokens.css';
import '../style/base.css';
import '../style/forms.css';
import './settings.css';
import './sync.css';

/** The sections, in the order of the page. Their titles are the texts `settings.<id>`. */
const sections = [
  { id: 'general', Content: GeneralSection },
  { id: 'search', Content: SearchSection },
  { id: 'sites', Content: SitesSection },
  { id: 'sync', Content: SyncSection },
  { id: 'storage', Content: StorageSection },
  { id: 'privacy', Content: PrivacySection },
  { id: 'shortcuts', Content: ShortcutsSection },
  { id: 'about', Content: AboutSection },
] as const;

/** The settings: one page of sections, with a table of contents. */
export function Settings({ state }: { state: SettingsState }) {
  const { t } = state;
  useEffect(() => state.engine.follow(), []);
  const main = useRef<HTMLElement>(null);
  const currentId = useSectionInView(main);
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
                  <a href={`#${id}`} aria-current={id === currentId ? 'location' : undefined}>
                    {t(`settings.${id}`)}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <main ref={main}>
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

function PrivacySection() {
  const { t, engine, formats } = useSettings();
  const usable = engine.state.value?.models.filter(({ unavailable }) => unavailable === undefined);
  const hosts = [...new Set(usable?.flatMap(({ download }) => download?.hosts ?? []))];
  return (
    <>
      <p>{t(usable !== undefined && hosts.length === 0 ? 'privacy.nothing' : 'privacy.lead')}</p>
      <ul class="settings-facts">
        <li>{t('privacy.memories')}</li>
        <li>{t('privacy.meaning')}</li>
        {hosts.length > 0 && <li>{t('privacy.models', { hosts: formats.list(hosts) })}</li>}
        <li>{t('privacy.sites')}</li>
        <li>{t('privacy.sync')}</li>
        <li>{t('privacy.pages')}</li>
        <li>{t('privacy.disk')}</li>
      </ul>
      <Egresses />
    </>
  );
}

/** The section in which the user turns off each kind of feature that sends data. */
const turnedOffIn = { site: 'sites', sync: 'sync', model: 'search' } as const;

const keyOf = (egress: Egress): string =>
  egress.kind === 'model' ? egress.name : egress.kind === 'site' ? egress.origin : egress.address;

function Egresses() {
  const { t, engine, sites, formats } = useSettings();
  const all = egressOf(engine.state.value, sites.all.value);
  const sentenceOf = (egress: Egress): string => {
    if (egress.kind === 'site') return t('egress.site', { site: hostOf(egress.origin) });
    if (egress.kind === 'sync') return t('egress.sync', { host: hostOf(egress.address) });
    return t('egress.model', { model: egress.name, hosts: formats.list(egress.hosts) });
  };
  return (
    <>
      <h3 id="egress-title">{t('egress.title')}</h3>
      {all.length === 0 && <p>{t('egress.none')}</p>}
      <ul class="settings-facts" aria-labelledby="egress-title">
        {all.map((egress) => (
          <li key={keyOf(egress)}>
            {sentenceOf(egress)} <a href={`#${turnedOffIn[egress.kind]}`}>{t('egress.turnOff')}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

function AboutSection() {
  const { t, host } = useSettings();
  return (
    <>
      <p>{t('about.version', { name: t('name'), version: host.version })}</p>
      <p>
        <a href="/licenses.txt" target="_blank">
          {t('about.licenses')}
        </a>
      </p>
      <p>
        <a href="/welcome.html" target="_blank">
          {t('about.welcome')}
        </a>
      </p>
      <p>{t('about.name')}</p>
    </>
  );
}
