import type { Translate } from '../i18n/translator.ts';
import { rates, type Lifetime, type RightsDraft } from './rights-draft.ts';

interface BoundsChoiceProps {
  t: Translate;
  draft: RightsDraft;
  lifetimes: readonly Lifetime[];
}

/** Until when, and how often, the site may use the memories. */
export function BoundsChoice({ t, draft: { lifetime, rate }, lifetimes }: BoundsChoiceProps) {
  function words(choice: Lifetime): string {
    if (choice === 'same') return t('consent.same');
    return choice === null ? t('consent.forever') : t('consent.days', { count: choice });
  }

  return (
    <div class="consent-bounds">
      <label class="labelled">
        <span>{t('consent.until')}</span>
        <select
          class="field choice"
          value={lifetimes.indexOf(lifetime.value)}
          onChange={({ currentTarget: { value } }) => (lifetime.value = lifetimes[Number(value)] ?? null)}
        >
          {lifetimes.map((choice, at) => (
            <option key={choice} value={at}>
              {words(choice)}
            </option>
          ))}
        </select>
      </label>
      <label class="labelled">
        <span>{t('consent.rate')}</span>
        <select
          class="field choice"
          value={rate.value}
          onChange={({ currentTarget: { value } }) => (rate.value = Number(value))}
        >
          {[...new Set([...rates, rate.value])].map((requests) => (
            <option key={requests} value={requests}>
              {requests}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
