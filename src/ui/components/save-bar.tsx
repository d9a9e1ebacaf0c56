import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { Key } from './key.tsx';
import { MemoryDetails } from './memory-details.tsx';
import { useScreen } from './screen.ts';
import { TagsField } from './tags-field.tsx';
import { ariaKeys } from '../state/keyboard.ts';
import type { SaveDraft } from '../state/save-draft.ts';
import type { Saving } from '../state/saving.ts';
import './save-bar.css';

const kindLabels = { selection: 'save.selection', page: 'save.page', note: 'save.note' } as const;

interface SaveBarProps {
  saving: Saving;
  save(): Promise<void>;
  /** Drops the draft and offers to undo that. */
  discard(): void;
}

/**
 * The draft: a line that opens for editing, its tags, and a button that saves. If the draft is already saved, the
 * button shows the memory instead. While the draft is empty and not being edited, shows a line that starts a note.
 */
export function SaveBar({ saving, save, discard }: SaveBarProps) {
  const { t } = useScreen();
  const draft = saving.draft.value;
  if (!draft?.content && !saving.writing.value)
    return (
      <section class="save save-line" aria-label={t('save.label')}>
        {draft !== undefined && <WriteNote saving={saving} />}
      </section>
    );
  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing || !saving.writing.value) return;
    discard();
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <section class="save" aria-label={t('save.label')} aria-busy={saving.busy.value} onKeyDown={onKey}>
      {draft !== undefined && (
        <>
          <SaveText saving={saving} draft={draft} />
          {saving.writing.value && saving.existing.value === undefined && <DraftTags saving={saving} draft={draft} />}
          {saving.writing.value && (
            <MemoryDetails
              collection={draft.collection ?? null}
              newCollection={draft.newCollection}
              url={draft.url ?? ''}
              title={draft.title ?? ''}
              onChange={({ collection, ...others }) =>
                saving.change({ ...others, ...(collection !== undefined && { collection: collection ?? undefined }) })
              }
            />
          )}
          {saving.existing.value === undefined ? (
            <SaveEnd saving={saving} draft={draft} save={save} discard={discard} />
          ) : (
            <SavedEnd saving={saving} show={save} />
          )}
        </>
      )}
    </section>
  );
}

/** Starts a note. */
export function WriteNote({ saving }: { saving: Saving }) {
  const { t, keys } = useScreen();
  return (
    <button type="button" class="save-text save-waiting" aria-keyshortcuts={keys.note} onClick={saving.write}>
      <Icon name="edit" /> {saving.unreadable.value ? t('save.unreadable') : t('save.empty')} <Key name={keys.note} />
    </button>
  );
}

function SaveText({ saving, draft }: { saving: Saving; draft: SaveDraft }) {
  const { t } = useScreen();
  const field = useRef<HTMLTextAreaElement>(null);
  const writing = saving.writing.value;
  const focusRequests = saving.focusRequests.value;
  useLayoutEffect(() => {
    if (writing) field.current?.focus();
  }, [writing, focusRequests]);
  if (writing) {
    return (
      <textarea
        ref={field}
        class="field reading"
        dir="auto"
        rows={5}
        aria-label={t('save.text')}
        value={draft.content}
        onInput={(event) => saving.change({ content: event.currentTarget.value })}
      />
    );
  }
  return (
    <button type="button" class="save-text" title={t('save.edit')} onClick={() => (saving.writing.value = true)}>
      <span class="save-kind">{t(kindLabels[draft.kind])}</span>
      <bdi class="save-words reading">{draft.content.slice(0, 200)}</bdi>
      <Icon name="edit" />
    </button>
  );
}

function DraftTags({ saving, draft }: { saving: Saving; draft: SaveDraft }) {
  return (
    <TagsField
      tags={draft.tags}
      onChange={(tags) => saving.change({ tags })}
      entry={draft.tagEntry ?? ''}
      onEntry={(tagEntry) => saving.change({ tagEntry })}
    />
  );
}

function SaveEnd({ saving, draft, save, discard }: SaveBarProps & { draft: SaveDraft }) {
  const { t, keys } = useScreen();
  const busy = saving.busy.value;
  return (
    <div class="save-end">
      {saving.writing.value ? (
        <button type="button" class="button" aria-keyshortcuts={ariaKeys(keys.leave)} onClick={discard}>
          {t('editor.cancel')} <Key name={keys.leave} />
        </button>
      ) : (
        <DraftTags saving={saving} draft={draft} />
      )}
      <button
        type="button"
        class="button primary"
        aria-keyshortcuts={ariaKeys(keys.save)}
        disabled={draft.content.trim() === ''}
        aria-disabled={busy}
        onClick={() => void save()}
      >
        {busy ? t('save.saving') : t('save.action')} <Key name={keys.save} />
      </button>
    </div>
  );
}

function SavedEnd({ saving, show }: { saving: Saving; show(): Promise<void> }) {
  const { t, ago } = useScreen();
  const when = ago(saving.existing.value?.createdAt ?? '');
  return (
    <div class="save-end">
      <p class="save-already">
        <Icon name="done" /> <span>{t('save.already', { when })}</span>
      </p>
      <button type="button" class="button" onClick={() => void show()}>
        {t('save.show')}
      </button>
    </div>
  );
}
