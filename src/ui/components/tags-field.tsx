import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { nameKey } from '../../v1/keys.ts';
import { limits } from '../../v1/limits.ts';
import { withEntry } from '../state/tag-entry.ts';
import { Icon } from './icon.tsx';
import { useScreen } from './screen.ts';
import './tags-field.css';

interface TagsFieldProps {
  tags: readonly string[];
  onChange(tags: string[]): void;
  /** The tag being typed, if the caller keeps it. */
  entry?: string;
  onEntry?(entry: string): void;
  takesFocus?: boolean;
}

/** Tags as chips, with a field for a new tag. A comma, Enter or leaving the field completes a tag. */
export function TagsField({ tags, onChange, entry, onEntry, takesFocus = false }: TagsFieldProps) {
  const { t, tagNames } = useScreen();
  const list = useId();
  const ownEntry = useSignal('');
  const pending = entry ?? ownEntry.value;
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) field.current?.focus();
  }, []);

  function setPending(text: string): void {
    if (text === pending) return;
    ownEntry.value = text;
    onEntry?.(text);
  }

  function add(text: string): void {
    setPending('');
    const now = withEntry(tags, text);
    if (now !== tags) onChange([...now]);
  }

  function write(text: string): void {
    if (text.includes(',')) add(text);
    else setPending(text);
    tagNames?.suggest(text.includes(',') ? '' : text);
  }

  function onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === 'Enter') {
      if (pending.trim() !== '') event.preventDefault();
      add(pending);
    }
    if (event.key === 'Backspace' && pending === '') onChange(tags.slice(0, -1));
    else if (event.key === 'Escape' && pending !== '') {
      setPending('');
      event.stopPropagation();
      event.preventDefault();
    }
  }

  return (
    <div class="tags-field">
      {tags.map((tag) => (
        <span class="chip" key={nameKey(tag)}>
          <bdi>{tag}</bdi>
          <button
            type="button"
            class="chip-remove"
            aria-label={t('tags.remove', { tag })}
            onClick={() => onChange(tags.filter((other) => other !== tag))}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      <input
        ref={field}
        class="tags-entry"
        dir="auto"
        aria-label={t('tags.label')}
        placeholder={t('tags.add')}
        maxLength={limits.tagCharacters}
        autocomplete="off"
        list={tagNames && list}
        onFocus={() => tagNames?.suggest(pending)}
        value={pending}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={onKey}
        onBlur={() => add(pending)}
      />
      {tagNames !== undefined && <TagOptions id={list} />}
    </div>
  );
}

/** Suggestions while a tag is typed. */
export function TagOptions({ id }: { id: string }) {
  const { tagNames } = useScreen();
  return (
    <datalist id={id}>
      {tagNames?.found.value.map(({ tag }) => (
        <option key={tag} value={tag}>
          {tag}
        </option>
      ))}
    </datalist>
  );
}
