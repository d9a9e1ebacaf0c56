import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Memory } from '../../v1/schemas/memory.ts';
import { ariaKeys, isSaveKey } from '../state/keyboard.ts';
import type { MemoryDraft } from '../state/memory-draft.ts';
import { sentenceOf } from '../state/sentence.ts';
import { RestoredLine } from './draft-line.tsx';
import { Key } from './key.tsx';
import { MemoryDetails } from './memory-details.tsx';
import { useScreen } from './screen.ts';
import { TagsField } from './tags-field.tsx';
import './memory-editor.css';

/** Edits a memory's text, tags and details in place. Leaving without saving changes nothing. */
export function MemoryEditor({ draft }: { draft: MemoryDraft }) {
  const { t, keys, actions } = useScreen();
  const { focusedField, content, tags, tagEntry, collection, newCollection, url, title, theirs, restored } = draft;
  const failure = useSignal<unknown>(undefined);
  const text = useRef<HTMLTextAreaElement>(null);
  const line = useId();
  /** Whether the editor takes the focus. A row that reappears with its draft must not take it from the search field. */
  const takesFocus = useMemo(() => !(document.activeElement instanceof HTMLInputElement), []);
  useLayoutEffect(() => {
    if (takesFocus && focusedField === 'text') text.current?.focus();
  }, []);

  async function save(): Promise<void> {
    failure.value = undefined;
    await actions.saveEdit(draft).catch((cause: unknown) => (failure.value = cause));
  }

  function startOver(): void {
    actions.startOver(draft);
    text.current?.focus();
  }

  function onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === 'Escape') actions.leave();
    else if (isSaveKey(event)) void save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <form class="editor" onKeyDown={onKey} onSubmit={(event) => event.preventDefault()}>
      {restored !== undefined && <RestoredLine at={restored.at} id={line} discard={startOver} />}
      <textarea
        ref={text}
        class="field reading"
        dir="auto"
        rows={5}
        aria-label={t('editor.text')}
        aria-describedby={restored && line}
        value={content.value}
        onInput={(event) => (content.value = event.currentTarget.value)}
      />
      <TagsField
        tags={tags.value}
        onChange={(now) => (tags.value = now)}
        entry={tagEntry.value}
        onEntry={(now) => (tagEntry.value = now)}
        takesFocus={takesFocus && focusedField === 'tags'}
      />
      <MemoryDetails
        collection={collection.value}
        newCollection={newCollection.value}
        url={url.value}
        title={title.value}
        onChange={(now) => {
          if (now.collection !== undefined) collection.value = now.collection;
          if ('newCollection' in now) newCollection.value = now.newCollection;
          url.value = now.url ?? url.value;
          title.value = now.title ?? title.value;
        }}
      />
      {failure.value !== undefined && (
        <p class="editor-failure" role="alert">
          {sentenceOf(failure.value, t)}
        </p>
      )}
      {theirs.value !== undefined && <StoredVersion memory={theirs.value} keep={() => actions.keepTheirs(draft)} />}
      <div class="editor-end">
        <button type="button" class="button" aria-keyshortcuts={ariaKeys(keys.leave)} onClick={actions.leave}>
          {t('editor.cancel')} <Key name={keys.leave} />
        </button>
        <button
          type="button"
          class="button primary"
          aria-keyshortcuts={ariaKeys(keys.save)}
          disabled={content.value.trim() === ''}
          onClick={() => void save()}
        >
          {t(theirs.value === undefined ? 'editor.save' : 'editor.overwrite')} <Key name={keys.save} />
        </button>
      </div>
    </form>
  );
}

function StoredVersion({ memory, keep }: { memory: Memory; keep(): void }) {
  const { t } = useScreen();
  const section = useRef<HTMLElement>(null);
  // Scrolls the buttons into view: they can be below the fold.
  useLayoutEffect(() => section.current?.nextElementSibling?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <section ref={section} class="editor-theirs" role="alert">
      <p class="editor-failure">{t('editor.changed')}</p>
      <div class="reading editor-theirs-text" dir="auto">
        {memory.content}
      </div>
      {memory.tags.length > 0 && (
        <p class="editor-theirs-tags">
          {memory.tags.map((tag) => (
            <bdi key={tag}>#{tag} </bdi>
          ))}
        </p>
      )}
      <button type="button" class="button" onClick={keep}>
        {t('editor.keepTheirs')}
      </button>
    </section>
  );
}
