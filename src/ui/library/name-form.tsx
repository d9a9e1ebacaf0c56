import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLibrary } from './context.ts';

interface NameFormProps {
  name: Signal<string>;
  label: string;
  maxLength: number;
  isInvalid?: boolean;
  submitText: string;
  canSubmit: boolean;
  submit(): void;
  leave(): void;
  children: ComponentChildren;
}

/** Asks for the new name of a collection or tag. The form replaces the item in the list. */
export function NameForm({ name, label, maxLength, isInvalid, submitText, canSubmit, ...props }: NameFormProps) {
  const { submit, leave, children } = props;
  const { t } = useLibrary();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.select(), []);
  return (
    <form
      class="item-words"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave();
      }}
    >
      <div class="one-line">
        <input
          ref={field}
          class="field"
          dir="auto"
          aria-label={label}
          aria-invalid={isInvalid}
          maxLength={maxLength}
          autocomplete="off"
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
        <button type="submit" class="button primary" disabled={!canSubmit}>
          {submitText}
        </button>
        <button type="button" class="button" onClick={leave}>
          {t('editor.cancel')}
        </button>
      </div>
      {children}
    </form>
  );
}
