import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { SiteLimits } from '../../client/page-log.ts';
import { pageScopes } from '../../v1/scopes.ts';
import { FormFailure } from '../components/form-failure.tsx';
import { BoundsChoice } from '../consent/bounds-choice.tsx';
import { MemoriesChoice } from '../consent/memories-choice.tsx';
import { RightsChoice } from '../consent/rights-choice.tsx';
import { createRightsDraft, type Lifetime } from '../consent/rights-draft.ts';
import { sentenceOf } from '../state/sentence.ts';
import { hostOf } from '../text/host-of.ts';
import { useSettings } from './context.ts';
import type { Site } from './sites.ts';
import '../consent/rights.css';

/** How long access can be renewed for, in days; null: without end. */
const renewals: readonly Lifetime[] = [1, 30, null];

/** Changes what a site may do. */
export function SiteForm({ site, limits, close }: { site: Site; limits: SiteLimits; close(): void }) {
  const { t, sites } = useSettings();
  const draft = useMemo(() => createRightsDraft(sites.client), []);
  const editedLimits = useSignal(limits);
  const failure = useSignal<unknown>(undefined);
  const isBusy = useSignal(false);
  const isReady = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    void prepare();
  }, []);
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, [isReady.value]);

  async function prepare(): Promise<void> {
    await draft.loadCollections();
    draft.preset(site);
    draft.lifetime.value = site.hasExpired ? 30 : 'same';
    isReady.value = true;
  }

  async function save(event: Event): Promise<void> {
    event.preventDefault();
    if (isBusy.value || !draft.isComplete.value) return;
    [failure.value, isBusy.value] = [undefined, true];
    try {
      await sites.save(site, await draft.rights(site.origin, site), editedLimits.value);
      close();
    } catch (cause) {
      [failure.value, isBusy.value] = [cause, false];
    }
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') close();
  }

  if (!isReady.value) return null;
  return (
    <form
      ref={form}
      class="site-form"
      aria-label={t('sites.editTitle', { site: hostOf(site.origin) })}
      onSubmit={(event) => void save(event)}
      onKeyDown={onKey}
    >
      <RightsChoice t={t} draft={draft} choices={pageScopes} />
      <MemoriesChoice t={t} draft={draft} origin={site.origin} />
      <BoundsChoice t={t} draft={draft} lifetimes={site.hasExpired ? renewals : ['same', ...renewals]} />
      <div class="consent-bounds">
        {(['reads', 'writes'] as const).map((kind) => (
          <label class="labelled" key={kind}>
            <span>{t(`siteLimit.${kind}`)}</span>
            <input
              class="field"
              type="number"
              min={1}
              max={1_000_000}
              required
              value={editedLimits.value[kind]}
              onInput={({ currentTarget: { valueAsNumber } }) =>
                (editedLimits.value = { ...editedLimits.value, [kind]: valueAsNumber })
              }
            />
          </label>
        ))}
      </div>
      <p>{t('sites.limitsHint')}</p>
      <FormFailure reason={failure.value === undefined ? undefined : sentenceOf(failure.value, t)} />
      <div class="form-end">
        <button type="submit" class="button primary" disabled={!draft.isComplete.value} aria-disabled={isBusy.value}>
          {t('sites.save')}
        </button>
        <button type="button" class="button" onClick={close}>
          {t('editor.cancel')}
        </button>
      </div>
    </form>
  );
}
