import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { limits } from '../../v1/limits.ts';
import { isSaveKey } from '../state/keyboard.ts';
import { useFrame } from './frame.ts';
import { Icon } from './icon.tsx';
import './collection-choice.css';

interface CollectionChoiceProps {
  /** The id of the chosen collection, or the value of `first`. Null: no collection. */
  value: string | null;
  /** The label of the option for no collection. */
  none: string;
  /** An extra first option that isn't a collection. */
  first?: { value: string; label: string } | undefined;
  id?: string;
  counted?: boolean;
  naming?: Naming | undefined;
  onChange(id: string | null): void;
}

interface Naming {
  /** The name so far; undefined while a collection is chosen instead. */
  name: string | undefined;
  onName(name: string | undefined): void;
}

/** Chooses a collection, or none, or names a new one. */
export function CollectionChoice({ value, none, first, id, counted = false, naming, onChange }: CollectionChoiceProps) {
  const { collections, t } = useFrame();
  const select = useRef<HTMLSelectElement>(null);
  /** Whether the field for a new name had the focus when it closed. If so, the `select` takes the focus. */
  const returnsFocus = useRef(false);
  const isNaming = naming?.name !== undefined;
  useLayoutEffect(() => {
    if (returnsFocus.current) select.current?.focus();
    returnsFocus.current = false;
  }, [isNaming]);
  const all = collections?.value.value ?? [];
  const known = value === null || value === first?.value || all.some((collection) => collection.id === value);
  if (naming?.name !== undefined)
    return (
      <NewCollection
        id={id}
        name={naming.name}
        onName={naming.onName}
        onDone={(created) => {
          returnsFocus.current = document.activeElement?.matches('[data-name]') === true;
          naming.onName(undefined);
          if (created !== undefined) onChange(created);
        }}
      />
    );

  const choice = (
    <select
      ref={select}
      id={id}
      class="field choice"
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    >
      {first && <option value={first.value}>{first.label}</option>}
      <option value="">{none}</option>
      {!known && <option value={value}>{t('details.unknown')}</option>}
      {all.map((collection) => (
        <option key={collection.id} value={collection.id}>
          {counted ? `${collection.name} (${collection.memoryCount})` : collection.name}
        </option>
      ))}
    </select>
  );
  if (naming === undefined) return choice;
  return (
    <div class="choice-or-new">
      {choice}
      {/* Not an option of the `select`: the arrow keys choose every option that they reach. */}
      <button
        type="button"
        class="button bare"
        aria-label={t('collections.new')}
        title={t('collections.new')}
        onClick={() => naming.onName('')}
      >
        <Icon name="add" />
      </button>
    </div>
  );
}

interface NewCollectionProps {
  id: string | undefined;
  name: string;
  onName(name: string): void;
  /**
   * Called to close the field. `id`: the collection with the entered name, created if necessary. Absent if the user
   * entered no name or pressed Escape.
   */
  onDone(id?: string): void;
}

/**
 * A field for the name of a collection, which suggests the existing ones. Enter chooses the collection with this name
 * or creates it, Escape discards the name. If the user presses neither, submitting the form around this field also
 * chooses or creates the collection.
 */
function NewCollection({ id, name, onName, onDone }: NewCollectionProps) {
  const { collections, notices, t } = useFrame();
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  // A restored draft already has a name for the collection. Then the draft's text takes the focus, not this field.
  useLayoutEffect(() => {
    if (name === '') field.current?.focus();
  }, []);

  async function create(): Promise<void> {
    if (name.trim() === '' || collections === undefined) return onDone();
    await collections.named(name).then(
      (collection) => onDone(collection.id),
      (failure: unknown) => notices.fail(failure),
    );
  }

  function onKey(event: KeyboardEvent): void {
    if (event.isComposing || isSaveKey(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    if (event.key === 'Enter') void create();
    else onDone();
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <>
      <input
        ref={field}
        id={id}
        class="field choice"
        data-name
        dir="auto"
        aria-label={t('collections.new')}
        placeholder={t('collections.new')}
        maxLength={limits.collectionNameCharacters}
        autocomplete="off"
        list={list}
        value={name}
        onInput={(event) => onName(event.currentTarget.value)}
        onKeyDown={onKey}
        onBlur={() => name.trim() === '' && onDone()}
      />
      <datalist id={list}>
        {collections?.value.value?.map((collection) => (
          <option key={collection.id} value={collection.name}>
            {collection.name}
          </option>
        ))}
      </datalist>
    </>
  );
}
