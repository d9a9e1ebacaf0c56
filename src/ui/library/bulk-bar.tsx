import { useSignal, type Signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formats, type Format } from '../../transfer/losses.ts';
import { nameKey } from '../../v1/keys.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { CollectionChoice } from '../components/collection-choice.tsx';
import { Icon } from '../components/icon.tsx';
import { Key } from '../components/key.tsx';
import { TagsField } from '../components/tags-field.tsx';
import { ariaKeys, isSaveKey } from '../state/keyboard.ts';
import { startJob } from '../state/selection.ts';
import { withEntry } from '../state/tag-entry.ts';
import { useLibrary } from './context.ts';
import './bulk.css';

export type BulkForm = 'tags' | 'collection' | 'format' | undefined;

/** The number of selected memories and the actions on them. `form`: the open form. `leave` focuses the list. */
export function BulkBar({ form, leave }: { form: Signal<BulkForm>; leave(): void }) {
  const library = useLibrary();
  const { t, keys, selection, results, jobs, bulk, exportMemories } = library;
  const memories = [...selection.selected.value.values()];
  const count = memories.length;
  const hasMore = results.view.value?.nextCursor != null;

  function finish(): void {
    form.value = undefined;
    leave();
  }

  function clear(): void {
    selection.clear();
    finish();
  }

  /** Starts a job on the selected memories. If another job is running, the selection and the form stay. */
  function run(start: (chosen: readonly Memory[]) => Promise<void>): void {
    if (startJob(library, memories, start)) finish();
  }

  /** What had the focus when the form opened. */
  const opener = useRef<Element | null>(null);
  const shownForm = useRef<BulkForm>(undefined);
  if (form.value !== undefined && shownForm.current === undefined) opener.current = document.activeElement;
  shownForm.current = form.value;

  /** Closes the form. If the focus was in it, returns the focus to where it was before, or else to the list. */
  function leaveForm(): void {
    const isFocused = document.activeElement?.closest('.bulk-form') != null;
    form.value = undefined;
    if (!isFocused) return;
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    else leave();
  }

  /** If a form is open, Escape closes it and leaves the selection as it is. */
  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || form.value === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    leaveForm();
  }

  return (
    <section class={count === 0 ? undefined : 'bulk'} aria-label={t('bulk.label')} onKeyDown={onKey}>
      <p class={count === 0 ? 'unseen' : 'bulk-count'} role="status">
        {count === 0 ? '' : t('bulk.selected', { count })}
      </p>
      {count > 0 && (
        <>
          {hasMore && (
            <button type="button" class="button bare" onClick={() => void selection.all()}>
              {t('bulk.all')}
            </button>
          )}
          <button type="button" class="button bare" aria-label={t('bulk.clear')} onClick={clear}>
            <Icon name="close" />
          </button>
          <div class="bulk-ways">
            <button
              type="button"
              class="button"
              aria-expanded={form.value === 'tags'}
              aria-keyshortcuts={keys.tag}
              onClick={() => (form.value = form.value === 'tags' ? undefined : 'tags')}
            >
              {t('memory.tag')} <Key name={keys.tag} />
            </button>
            <button
              type="button"
              class="button"
              aria-expanded={form.value === 'collection'}
              aria-keyshortcuts={keys.collect}
              onClick={() => (form.value = form.value === 'collection' ? undefined : 'collection')}
            >
              {t('bulk.move')} <Key name={keys.collect} />
            </button>
            <button
              type="button"
              class="button"
              aria-expanded={form.value === 'format'}
              aria-keyshortcuts={ariaKeys(keys.export)}
              onClick={() => (form.value = form.value === 'format' ? undefined : 'format')}
            >
              {t('bulk.export')} <Key name={keys.export} />
            </button>
            <button
              type="button"
              class="button"
              aria-keyshortcuts={ariaKeys(keys.delete)}
              onClick={() => run(bulk.remove)}
            >
              {t('memory.delete')} <Key name={keys.delete} />
            </button>
          </div>
          {form.value === 'tags' && (
            <TagForm memories={memories} apply={(add, remove) => run((chosen) => bulk.tag(chosen, add, remove))} />
          )}
          {form.value === 'format' && (
            <FormatForm
              apply={(format) => {
                if (jobs.current.value === undefined) leaveForm();
                void exportMemories(memories, format);
              }}
            />
          )}
          {form.value === 'collection' && (
            <MoveForm apply={(id, name) => run((chosen) => bulk.move(chosen, id, name))} />
          )}
        </>
      )}
    </section>
  );
}

function applyByKey(event: KeyboardEvent, apply: () => void): void {
  if (!isSaveKey(event)) return;
  event.preventDefault();
  event.stopPropagation();
  apply();
}

function TagForm({ memories, apply }: { memories: Memory[]; apply(add: string[], remove: string[]): void }) {
  const { t, keys } = useLibrary();
  const add = useSignal<string[]>([]);
  /**
   * The tag being typed. Even an incomplete tag enables the button: otherwise the first click would only complete the
   * tag.
   */
  const entry = useSignal('');
  const remove = useSignal<string[]>([]);
  const present = [...new Map(memories.flatMap(({ tags }) => tags.map((tag) => [nameKey(tag), tag]))).values()];
  const added = () => withEntry(add.value, entry.value);
  const isBlank = () => added().length + remove.value.length === 0;
  function submit(): void {
    if (!isBlank()) apply([...added()], remove.value);
  }

  return (
    <form
      class="bulk-form"
      onKeyDown={(event) => applyByKey(event, submit)}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TagsField
        tags={add.value}
        onChange={(tags) => (add.value = tags)}
        entry={entry.value}
        onEntry={(now) => (entry.value = now)}
        takesFocus
      />
      {present.length > 0 && (
        <fieldset class="choices">
          <legend class="legend">{t('bulk.removeTags')}</legend>
          <div class="bulk-tags">
            {present.map((tag) => (
              <label class="choice-line" key={nameKey(tag)}>
                <input
                  type="checkbox"
                  checked={remove.value.includes(tag)}
                  onChange={({ currentTarget }) =>
                    (remove.value = currentTarget.checked
                      ? [...remove.value, tag]
                      : remove.value.filter((other) => other !== tag))
                  }
                />
                <bdi>#{tag}</bdi>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <button type="submit" class="button primary" aria-keyshortcuts={ariaKeys(keys.save)} disabled={isBlank()}>
        {t('bulk.apply')} <Key name={keys.save} />
      </button>
    </form>
  );
}

function FormatForm({ apply }: { apply(format: Format): void }) {
  const { t } = useLibrary();
  const fieldset = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => fieldset.current?.querySelector('button')?.focus(), []);
  return (
    <fieldset ref={fieldset} class="bulk-form choices">
      <legend class="legend">{t('bulk.format')}</legend>
      <div class="bulk-ways">
        {formats.map((format) => (
          <button key={format} type="button" class="button" onClick={() => apply(format)}>
            {t(`format.${format}`)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function MoveForm({ apply }: { apply(id: string | null, name: string): void }) {
  const { t, keys, collections, notices } = useLibrary();
  const chosen = useSignal<string | null>(null);
  const newName = useSignal<string | undefined>(undefined);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => form.current?.querySelector('select')?.focus(), []);
  async function submit(): Promise<void> {
    try {
      const name = newName.value?.trim();
      const created = name ? await collections.named(name) : undefined;
      const id = created?.id ?? chosen.value;
      apply(id, id === null ? '' : ((created ?? collections.byId(id))?.name ?? ''));
    } catch (failure) {
      notices.fail(failure);
    }
  }

  return (
    <form
      ref={form}
      class="bulk-form"
      onKeyDown={(event) => applyByKey(event, () => void submit())}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label class="labelled">
        <span>{t('details.collection')}</span>
        <CollectionChoice
          value={chosen.value}
          none={t('details.none')}
          naming={{ name: newName.value, onName: (name) => (newName.value = name) }}
          onChange={(id) => (chosen.value = id)}
        />
      </label>
      <button type="submit" class="button primary" aria-keyshortcuts={ariaKeys(keys.save)}>
        {t('bulk.move')} <Key name={keys.save} />
      </button>
    </form>
  );
}
