import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Memory } from '../../v1/schemas/memory.ts';
import { ActionBar } from '../components/action-bar.tsx';
import { Icon } from '../components/icon.tsx';
import { Key } from '../components/key.tsx';
import { MemoryAbout } from '../components/memory-about.tsx';
import { MemoryEditor } from '../components/memory-editor.tsx';
import { MemoryText } from '../components/memory-text.tsx';
import { Message } from '../components/message.tsx';
import { useScreen } from '../components/screen.ts';
import { ariaKeys } from '../state/keyboard.ts';
import { sentenceOf } from '../state/sentence.ts';
import './reader.css';

interface ReaderProps {
  close(): void;
  findRelated(memory: Memory): Promise<Memory[]>;
}

/** A memory in full, over the list: its text, facts and related memories, or its editor. */
export function Reader({ close, findRelated }: ReaderProps) {
  const { t, keys, opened, actions } = useScreen();
  const part = useRef<HTMLElement>(null);
  const id = opened.id.value;
  const memory = opened.memory.value;
  const draft = actions.editing.value;
  const editing = memory !== undefined && draft?.memory.id === memory.id ? draft : undefined;
  const isEditing = editing !== undefined;
  useLayoutEffect(() => {
    if (!isEditing) part.current?.focus({ preventScroll: true });
  }, [id, isEditing]);
  // Returns to the list once the memory is deleted.
  useEffect(() => {
    if (opened.deleted.value) close();
  }, [opened.deleted.value]);

  const failure = opened.failure.value;
  return (
    <main ref={part} class="reader" data-reader data-scroller tabIndex={-1} aria-label={t('pane.label')}>
      <div class="reader-head">
        <button type="button" class="button bare" aria-keyshortcuts={ariaKeys(keys.leave)} onClick={close}>
          <Icon name="back" /> {t('near.back')} <Key name={keys.leave} />
        </button>
        {memory !== undefined && !isEditing && <ActionBar memory={memory} />}
      </div>
      <div class="reader-body">
        {failure !== undefined && memory === undefined && <Message failed title={sentenceOf(failure, t)} />}
        {editing !== undefined && <MemoryEditor draft={editing} />}
        {memory !== undefined && !isEditing && <ReaderText memory={memory} findRelated={findRelated} />}
      </div>
    </main>
  );
}

interface ReaderTextProps extends Pick<ReaderProps, 'findRelated'> {
  memory: Memory;
}

function ReaderText({ memory, findRelated }: ReaderTextProps) {
  const { content, title } = memory;
  return (
    <article>
      {title !== null && title !== content && <h2 dir="auto">{title}</h2>}
      <MemoryText memory={memory} class="reader-text" />
      <MemoryAbout memory={memory} id="reader-about" whole />
      <Related memory={memory} findRelated={findRelated} />
    </article>
  );
}

function Related({ memory, findRelated }: Pick<ReaderTextProps, 'memory' | 'findRelated'>) {
  const { t, openMemory } = useScreen();
  const found = useSignal<Memory[]>([]);
  useEffect(() => {
    let isCurrent = true;
    found.value = [];
    // Related memories are optional, so a failure is ignored.
    void findRelated(memory).then(
      (memories) => isCurrent && (found.value = memories),
      () => {},
    );
    return () => void (isCurrent = false);
  }, [memory.id]);
  if (found.value.length === 0) return null;
  return (
    <section class="reader-related" aria-labelledby="reader-related">
      <h2 id="reader-related">{t('near.label')}</h2>
      {found.value.map((related) => (
        <button type="button" class="reading" dir="auto" key={related.id} onClick={() => openMemory(related)}>
          {related.title ?? related.content.slice(0, 160)}
        </button>
      ))}
    </section>
  );
}
