import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { limits } from '../../v1/limits.ts';
import { FormFailure } from '../components/form-failure.tsx';
import { sentenceOf } from '../state/sentence.ts';
import { useLibrary } from './context.ts';

/** A form for a new collection. */
export function NewCollection() {
  const { t, collections } = useLibrary();
  const id = useId();
  const name = useSignal('');
  const failure = useSignal<unknown>(undefined);
  const field = useRef<HTMLInputElement>(null);

  async function create(event: Event): Promise<void> {
    event.preventDefault();
    failure.value = undefined;
    await collections.create(name.value).then(
      () => (name.value = ''),
      (cause: unknown) => (failure.value = cause),
    );
    field.current?.focus();
  }

  return (
    <form class="new-collection" onSubmit={(event) => void create(event)}>
      <div class="labelled">
        <label for={id}>{t('collections.new')}</label>
        <div class="one-line">
          <input
            id={id}
            ref={field}
            class="field"
            dir="auto"
            aria-invalid={failure.value !== undefined}
            maxLength={limits.collectionNameCharacters}
            autocomplete="off"
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
          <button type="submit" class="button primary" disabled={name.value.trim() === ''}>
            {t('collections.create')}
          </button>
        </div>
      </div>
      <FormFailure reason={failure.value === undefined ? undefined : sentenceOf(failure.value, t)} />
    </form>
  );
}
