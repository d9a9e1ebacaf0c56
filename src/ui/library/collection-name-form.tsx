import { useSignal } from '@preact/signals';
import { limits } from '../../v1/limits.ts';
import type { Collection } from '../../v1/schemas/collection.ts';
import { FormFailure } from '../components/form-failure.tsx';
import { sentenceOf } from '../state/sentence.ts';
import { useLibrary } from './context.ts';
import { NameForm } from './name-form.tsx';

/** Asks for the new name of a collection. */
export function CollectionNameForm({ collection, leave }: { collection: Collection; leave(): void }) {
  const { t, collections } = useLibrary();
  const name = useSignal(collection.name);
  const failure = useSignal<unknown>(undefined);

  async function rename(): Promise<void> {
    failure.value = undefined;
    await collections.rename(collection, name.value).then(leave, (cause: unknown) => (failure.value = cause));
  }

  return (
    <NameForm
      name={name}
      label={t('collections.name')}
      maxLength={limits.collectionNameCharacters}
      isInvalid={failure.value !== undefined}
      submitText={t('editor.save')}
      canSubmit={name.value.trim() !== ''}
      submit={() => void rename()}
      leave={leave}
    >
      <FormFailure reason={failure.value === undefined ? undefined : sentenceOf(failure.value, t)} />
    </NameForm>
  );
}
