import { useLayoutEffect, useRef } from 'preact/hooks';
import { limits } from '../../v1/limits.ts';
import { Icon } from '../components/icon.tsx';
import { Key } from '../components/key.tsx';
import { ActionBar } from '../components/action-bar.tsx';
import { MemoryEditor } from '../components/memory-editor.tsx';
import { MemoryText } from '../components/memory-text.tsx';
import { Message } from '../components/message.tsx';
import { rowsIn } from '../components/rows.ts';
import { actionOf, ariaKeys, type KeyAction } from '../state/keyboard.ts';
import { hasCode, sentenceOf } from '../state/sentence.ts';
import { useLibrary } from './context.ts';
import { MemoryFacts } from './memory-facts.tsx';
import './memory-pane.css';

/** The open memory, in full and with its facts, or its editor. */
export function MemoryPane() {
  const { t, keys, platform, opened, actions, results, closeMemory: close } = useLibrary();
  const pane = useRef<HTMLElement>(null);
  const [id, memory, failure, deleted] = [
    opened.id.value,
    opened.memory.value,
    opened.failure.value,
    opened.deleted.value,
  ];
  const missing = hasCode(failure, 'not_found');
  const draft =
    memory !== undefined && actions.editing.value?.memory.id === memory.id ? actions.editing.value : undefined;
  const isEditing = draft !== undefined;
  const lastId = useRef(id);
  // Focuses the pane when a memory opens or its editor closes. When the memory closes, focuses its row if nothing
  // else has the focus.
  useLayoutEffect(() => {
    if (id !== undefined && !isEditing) pane.current?.focus({ preventScroll: true });
    const hasLostFocus = id === undefined && document.activeElement === document.body;
    if (hasLostFocus)
      rowsIn(document)
        .find((row) => row.dataset['row'] === lastId.current)
        ?.focus();
    lastId.current = id;
  }, [id, isEditing]);

  // A deletion removes the delete button, which may have had the focus.
  useLayoutEffect(() => {
    if (deleted && document.activeElement === document.body) pane.current?.focus({ preventScroll: true });
  }, [deleted]);

  function onKey(event: KeyboardEvent): void {
    if (memory === undefined || isEditing || event.key === 'Escape') {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      return close();
    }
    const act = {
      edit: () => actions.edit(memory, 'text'),
      tag: () => actions.edit(memory, 'tags'),
      copy: () => actions.copy(memory),
      similar: () => results.findSimilar({ memory }),
      delete: () => actions.remove(memory),
    };
    const action: KeyAction | undefined = actionOf(event, {
      area: 'row-control',
      platform,
      blank: false,
      canSave: false,
      canGoBack: false,
      typed: false,
    });
    if (action === undefined || !Object.hasOwn(act, action)) return;
    event.preventDefault();
    event.stopPropagation();
    void act[action as keyof typeof act]();
  }

  if (id === undefined)
    return (
      <div class="pane pane-empty">
        {results.view.value !== undefined && results.view.value.memories.length > 0 && <p>{t('pane.none')}</p>}
      </div>
    );
  return (
    <section ref={pane} class="pane" data-scroller tabIndex={-1} aria-label={t('pane.label')} onKeyDown={onKey}>
      <div class="pane-head">
        <button type="button" class="button bare" aria-keyshortcuts={ariaKeys(keys.leave)} onClick={close}>
          <Icon name="back" /> {t('pane.close')} <Key name={keys.leave} />
        </button>
        {memory !== undefined && !isEditing && <ActionBar memory={memory} />}
      </div>
      {(deleted || missing) && (
        <Message title={t(deleted ? 'done.deleted' : 'pane.missing')}>
          <p>{t('library.emptyHint', { days: limits.trashDays })}</p>
        </Message>
      )}
      {failure !== undefined && !missing && (
        <Message failed title={sentenceOf(failure, t)}>
          <button type="button" class="button" onClick={() => void opened.reload()}>
            {t('error.retry')}
          </button>
        </Message>
      )}
      {draft !== undefined && <MemoryEditor draft={draft} />}
      {memory !== undefined && !isEditing && (
        <article>
          {memory.title !== null && memory.title !== memory.content && (
            <h3 class="pane-title" dir="auto">
              {memory.title}
            </h3>
          )}
          <MemoryText memory={memory} class="pane-text" />
          <MemoryFacts memory={memory} />
        </article>
      )}
    </section>
  );
}
