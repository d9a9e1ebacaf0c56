import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Translate } from '../../ui/i18n/translator.ts';

/** The checkbox to stay signed in. `kept`: the key of the text shown while the box is checked. */
export function Keep({
  t,
  keep,
  kept,
}: {
  t: Translate;
  keep: Signal<boolean>;
  kept: 'signIn.keptHere' | 'signIn.keptOwn';
}) {
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
        {t(keep.value ? kept : 'signIn.kept')}
      </p>
    </div>
  );
}
