import { useEffect, useMemo, useRef } from 'preact/hooks';
import { FormFailure } from '../components/form-failure.tsx';
import { asciiHostOf, hostOf } from '../text/host-of.ts';
import { createAwake } from './awake.ts';
import { BoundsChoice } from './bounds-choice.tsx';
import { MemoriesChoice } from './memories-choice.tsx';
import { RightsChoice } from './rights-choice.tsx';
import { lifetimes, type ConsentState } from './state.ts';
import '../style/tokens.css';
import '../style/base.css';
import '../style/forms.css';
import './rights.css';
import './consent.css';

/** Asks the user whether a site may use their memories, which ones, and until when. */
export function Consent({ state }: { state: ConsentState }) {
  const { t, phase } = state;
  useEffect(() => {
    void state.open();
    const leave = () => void state.deny();
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, []);
  if (phase.value === 'loading') {
    return (
      <main class="consent" aria-busy="true">
        <p role="status">{t('consent.loading')}</p>
      </main>
    );
  }
  return phase.value === 'gone' ? <Gone state={state} /> : <Form state={state} />;
}

function Gone({ state: { t, host } }: { state: ConsentState }) {
  return (
    <main class="consent">
      <h1>{t('consent.title')}</h1>
      <p role="alert">{t('consent.gone')}</p>
      <div class="form-end">
        <button type="button" class="button" onClick={host.close}>
          {t('consent.close')}
        </button>
      </div>
    </main>
  );
}

function Form({ state }: { state: ConsentState }) {
  const { t, phase, failure, draft, offered, site, never } = state;
  const awake = useMemo(() => createAwake(), []);
  const denyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => awake.follow(), []);
  useEffect(() => denyButton.current?.focus(), []);
  const isReady = awake.isAwake.value && draft.isComplete.value && phase.value === 'asking';

  async function refuse(): Promise<void> {
    await state.deny().catch(() => {});
    state.host.close();
  }

  return (
    <main class="consent">
      <h1>{t('consent.title')}</h1>
      <Site state={state} />
      <RightsChoice t={t} draft={draft} choices={offered.value} grant={site.value?.grant} />
      <MemoriesChoice t={t} draft={draft} origin={site.value?.origin ?? ''} />
      <BoundsChoice t={t} draft={draft} lifetimes={lifetimes} />
      <label class="choice-line">
        <input
          type="checkbox"
          checked={never.value}
          onChange={({ currentTarget }) => (never.value = currentTarget.checked)}
        />
        <span>{t('consent.never')}</span>
      </label>
      <footer class="consent-end">
        <FormFailure reason={failure.value} />
        <div class="consent-answers">
          <button ref={denyButton} type="button" class="button" onClick={() => void refuse()}>
            {t('consent.deny')}
          </button>
          <button
            type="button"
            class="button primary"
            aria-disabled={!isReady}
            onClick={({ isTrusted }) => void (isReady && isTrusted && state.allow())}
          >
            {t('consent.allow')}
          </button>
        </div>
      </footer>
    </main>
  );
}

function Site({ state: { t, site } }: { state: ConsentState }) {
  if (site.value === undefined) return null;
  const { origin, request } = site.value;
  const [name, ascii] = [hostOf(origin), asciiHostOf(origin)];
  return (
    <>
      <p class="consent-origin">
        <bdi>{name}</bdi>
      </p>
      {name !== ascii && <p class="consent-ascii">{t('consent.ascii', { site: ascii })}</p>}
      {origin.startsWith('http:') && <p class="consent-ascii">{t('consent.local')}</p>}
      <figure class="consent-words">
        <figcaption>{t('consent.words')}</figcaption>
        <blockquote dir="auto">
          {request.name !== '' && <strong>{request.name}</strong>}
          <p>{request.reason === '' ? t('consent.noReason') : request.reason}</p>
        </blockquote>
      </figure>
    </>
  );
}
