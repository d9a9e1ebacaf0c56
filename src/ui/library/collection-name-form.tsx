import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { limits } from '../../v1/limits.ts';
import type { Collection } from '../../v1/schemas/collection.ts';
import { FormFailure } from '../components/form-failure.tsx';
import { sentenceOf } from '../state/sentence.ts';
import { useLibrary } from './context.ts';

/** Asks for the new name of a collection. */
export function CollectionNameForm({ collection, leave }: { collection: Collection; leave(): void }) {
  const { t, collections } = useLibrary();
  const name = useSignal(collection.name);
  const failure = useSignal<unknown>(undefined);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.select(), []);

  async function rename(event: Event): Promise<void> {
    event.preventDefault();
    failure.value = undefined;
    await collections.rename(collection, name.value).then(leave, (cause: unknown) => (failure.value = cause));
  }

  return (
    <form
      class="item-words"
      onSubmit={(event) => void rename(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave();
      }}
    >
      <div class="one-line">
        <input
          ref={field}
          class="field"
          dir="auto"
          aria-label={t('collections.name')}
          aria-invalid={failure.value !== undefined}
          maxLength={limits.collectionNameCharacters}
          autocomplete="off"
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
        <button type="submit" class="button primary" disabled={name.value.trim() === ''}>
          {t('editor.save')}
        </button>
        <button type="button" class="button" onClick={leave}>
          {t('editor.cancel')}
        </button>
      </div>
      <FormFailure reason={failure.value === undefined ? undefined : sentenceOf(failure.value, t)} />
    </form>
  );
}
