import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Translate } from '../../ui/i18n/translator.ts';

/** The checkbox to stay signed in. */
export function Keep({ t, keep }: { t: Translate; keep: Signal<boolean> }) {
  const id = useId();
  return (
    <div>
      <label class="choice-line">
        <input
          type="checkbox"
          checked={keep.value}
          aria-describedby={`${id}kept`}
          onChange={({ currentTarget }) => (keep.value = currentTarget.checked)}
        />
        <span>{t('signIn.keep')}</span>
      </label>
      <p id={`${id}kept`} class="sign-in-kept">
        {t(keep.value ? 'signIn.keptHere' : 'signIn.kept')}
      </p>
    </div>
  );
}
