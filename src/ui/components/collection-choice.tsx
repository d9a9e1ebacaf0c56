import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { nameKey } from '../../v1/keys.ts';
import { limits } from '../../v1/limits.ts';
import { useScreen } from './screen.ts';

interface CollectionChoiceProps {
  /** The id of the chosen collection. */
  value: string | null;
  /** The label of the option without a collection. */
  none: string;
  /** Shows the number of memories in each. */
  counted?: boolean;
  /** Offers to create a collection. */
  creates?: boolean;
  onChange(id: string | null): void;
}

/** The value of the option that creates a collection; no id looks like it. */
const newOne = 'new';

/** Chooses a collection, or none, or creates one. */
export function CollectionChoice({ value, none, counted = false, creates = false, onChange }: CollectionChoiceProps) {
  const { collections, t } = useScreen();
  const isNaming = useSignal(false);
  const select = useRef<HTMLSelectElement>(null);
  /** Whether the field for a new name had the focus when it closed; the choice then takes the focus. */
  const returns = useRef(false);
  useLayoutEffect(() => {
    if (returns.current) select.current?.focus();
    returns.current = false;
  }, [isNaming.value]);
  const all = collections?.value.value ?? [];
  const known = value === null || all.some((collection) => collection.id === value);
  if (isNaming.value)
    return (
      <NewCollection
        onDone={(id) => {
          returns.current = document.activeElement?.matches('[data-name]') === true;
          isNaming.value = false;
          if (id !== undefined) onChange(id);
        }}
      />
    );

  function choose(id: string): void {
    if (id === newOne) isNaming.value = true;
    else onChange(id || null);
  }

  return (
    <select
      ref={select}
      class="field choice"
      value={value ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">{none}</option>
      {!known && <option value={value}>{t('details.unknown')}</option>}
      {all.map(({ id, name, memoryCount }) => (
        <option key={id} value={id}>
          {counted ? `${name} (${memoryCount})` : name}
        </option>
      ))}
      {creates && <option value={newOne}>{t('collections.newOption')}</option>}
    </select>
  );
}

/** A field for the name of a new collection. The name of an existing collection chooses that collection. */
function NewCollection({ onDone }: { onDone(id?: string): void }) {
  const { collections, notices, t } = useScreen();
  const field = useRef<HTMLInputElement>(null);
  const isCreating = useRef(false);
  useLayoutEffect(() => field.current?.focus(), []);

  async function create(): Promise<void> {
    const name = field.current?.value.trim() ?? '';
    if (isCreating.current || collections === undefined) return;
    if (name === '') return onDone();
    const existing = collections.value.value?.find((one) => nameKey(one.name) === nameKey(name));
    if (existing !== undefined) return onDone(existing.id);
    isCreating.current = true;
    await collections.create(name).then(
      ({ id }) => onDone(id),
      (failure: unknown) => {
        isCreating.current = false;
        notices.fail(failure);
      },
    );
  }

  function onKey(event: KeyboardEvent): void {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    if (event.key === 'Enter') void create();
    else onDone();
    // Ctrl or ⌘ with Enter also reaches the screen, which saves once the collection is created.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <input
      ref={field}
      class="field choice"
      data-name
      dir="auto"
      aria-label={t('collections.new')}
      placeholder={t('collections.new')}
      maxLength={limits.collectionNameCharacters}
      autocomplete="off"
      onKeyDown={onKey}
      onBlur={() => void create()}
    />
  );
}
