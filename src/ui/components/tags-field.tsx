import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { nameKey } from '../../v1/keys.ts';
import { limits } from '../../v1/limits.ts';
import { Icon } from './icon.tsx';
import { useScreen } from './screen.ts';
import './tags-field.css';

interface TagsFieldProps {
  tags: readonly string[];
  onChange(tags: string[]): void;
  /** Takes the focus when it appears. */
  begin?: boolean;
}

/** Tags as chips, with a field for the next. A comma, Enter or leaving the field completes a tag. */
export function TagsField({ tags, onChange, begin = false }: TagsFieldProps) {
  const { t, tagNames } = useScreen();
  const list = useId();
  const pending = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (begin) field.current?.focus();
  }, []);

  function add(text: string): void {
    const written = text.split(',').map((tag) => tag.trim().replace(/^#+/, '').trim());
    const all = [...tags, ...written.filter((tag) => tag !== '')];
    const different = all.filter((tag, index) => all.findIndex((other) => nameKey(other) === nameKey(tag)) === index);
    pending.value = '';
    if (different.length > tags.length) onChange(different.slice(0, limits.tags));
  }

  function write(text: string): void {
    if (text.includes(',')) add(text);
    else pending.value = text;
    tagNames?.look(pending.value);
  }

  function onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === 'Enter') {
      // Completes the tag and leaves the form open for the next one.
      if (pending.value.trim() !== '') event.preventDefault();
      add(pending.value);
    }
    if (event.key === 'Backspace' && pending.value === '') onChange(tags.slice(0, -1));
    else if (event.key === 'Escape' && pending.value !== '') {
      pending.value = '';
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
        onFocus={() => tagNames?.look(pending.value)}
        value={pending.value}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={onKey}
        onBlur={() => add(pending.value)}
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
