import { useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { ServiceError } from '../../client/index.ts';
import type { UpdateMemory } from '../../v1/schemas/memory.ts';
import type { Draft } from '../state/acts.ts';
import { ariaKeys } from '../state/keyboard.ts';
import { sentenceOf } from '../state/sentence.ts';
import { Key } from './key.tsx';
import { useScreen } from './screen.ts';
import { TagsField } from './tags-field.tsx';
import './memory-editor.css';

/** A memory's words and tags, changed in place. Leaving without saving changes nothing. */
export function MemoryEditor({ draft: { memory, at, content, tags } }: { draft: Draft }) {
  const { t, keys, acts } = useScreen();
  const failure = useSignal<unknown>(undefined);
  const text = useRef<HTMLTextAreaElement>(null);
  /** A row that comes back with its draft takes nobody away from the search. */
  const begins = useMemo(() => !(document.activeElement instanceof HTMLInputElement), []);
  useLayoutEffect(() => {
    if (begins && at === 'text') text.current?.focus();
  }, []);

  const overtaken = failure.value instanceof ServiceError && failure.value.code === 'precondition_failed';

  async function save(overwrite: boolean): Promise<void> {
    const changes: UpdateMemory = {
      ...(content.value.trimEnd() !== memory.content && { content: content.value }),
      ...(tags.value !== memory.tags && { tags: [...tags.value] }),
    };
    if (Object.keys(changes).length === 0) return leave();
    failure.value = undefined;
    await acts.change(memory, changes, { overwrite }).catch((cause: unknown) => (failure.value = cause));
  }

  function leave(): void {
    acts.editing.value = undefined;
  }

  function strike(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === 'Escape') leave();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(overtaken);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <form class="editor" onKeyDown={strike} onSubmit={(event) => event.preventDefault()}>
      <textarea ref={text} class="field reading" dir="auto" rows={5} aria-label={t('editor.text')} value={content.value} onInput={(event) => (content.value = event.currentTarget.value)} />
      <TagsField tags={tags.value} onChange={(now) => (tags.value = now)} begin={begins && at === 'tags'} />
      {failure.value !== undefined && (
        <p class="editor-failure" role="alert">
          {overtaken ? t('editor.changed') : sentenceOf(failure.value, t)}
        </p>
      )}
      <div class="editor-end">
        <button type="button" class="button" aria-keyshortcuts={ariaKeys(keys.leave)} onClick={leave}>
          {t('editor.cancel')} <Key name={keys.leave} />
        </button>
        <button type="button" class="button primary" aria-keyshortcuts={ariaKeys(keys.save)} disabled={content.value.trim() === ''} onClick={() => void save(overtaken)}>
          {overtaken ? t('editor.overwrite') : t('editor.save')} <Key name={keys.save} />
        </button>
      </div>
    </form>
  );
}
