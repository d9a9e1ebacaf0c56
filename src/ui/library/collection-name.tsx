import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { limits } from '../../v1/limits.ts';
import type { Collection } from '../../v1/schemas/collection.ts';
import { FormFailure } from '../components/form-failure.tsx';
import { sentenceOf } from '../state/sentence.ts';
import { useLibrary } from './context.ts';

/** The name of a collection, editable in place. */
export function CollectionName({ collection, writes }: { collection: Collection; writes: boolean }) {
  const { t, collections } = useLibrary();
  const { name } = collection;
  const writing = useSignal<string | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const begin = useRef<HTMLButtonElement>(null);
  const isWriting = writing.value !== undefined;
  const wasWriting = useRef(false);
  useLayoutEffect(() => {
    if (isWriting) field.current?.select();
    else if (wasWriting.current) begin.current?.focus();
    wasWriting.current = isWriting;
  }, [isWriting]);

  async function rename(event: Event): Promise<void> {
    event.preventDefault();
    failure.value = undefined;
    await collections.rename(collection, writing.value ?? name).then(
      () => (writing.value = undefined),
      (cause: unknown) => (failure.value = cause),
    );
  }

  if (!isWriting) {
    return (
      <div class="item-words item-line">
        <h3 class="reading" dir="auto">
          {name}
        </h3>
        {writes && (
          <button
            ref={begin}
            type="button"
            class="button bare"
            aria-label={t('collections.rename', { name })}
            onClick={() => (writing.value = name)}
          >
            {t('collections.renameShort')}
          </button>
        )}
      </div>
    );
  }
  return (
    <form
      class="item-words"
      onSubmit={(event) => void rename(event)}
      onKeyDown={(event) => event.key === 'Escape' && (writing.value = undefined)}
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
          value={writing.value}
          onInput={(event) => (writing.value = event.currentTarget.value)}
        />
        <button type="submit" class="button primary" disabled={writing.value?.trim() === ''}>
          {t('editor.save')}
        </button>
        <button type="button" class="button" onClick={() => (writing.value = undefined)}>
          {t('editor.cancel')}
        </button>
      </div>
      <FormFailure reason={failure.value === undefined ? undefined : sentenceOf(failure.value, t)} />
    </form>
  );
}
