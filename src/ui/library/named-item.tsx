import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { useLibrary } from './context.ts';

interface NamedItemProps {
  /** The name as it is shown, such as `#home`. */
  name: string;
  memoryCount: number;
  showTitle: string;
  show(): void;
  renameLabel: string;
  /** Renders the form that renames the item. Undefined if the user may neither rename nor delete it. */
  renderForm: ((leave: () => void) => ComponentChildren) | undefined;
  /** The button that deletes. */
  children: ComponentChildren;
}

/** A collection or a tag: a button that shows its memories, with their number, and buttons to rename and delete it. */
export function NamedItem(props: NamedItemProps) {
  const { name, memoryCount, showTitle, show, renameLabel, renderForm, children } = props;
  const { t } = useLibrary();
  const isRenaming = useSignal(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);
  useLayoutEffect(() => {
    if (!isRenaming.value && wasRenaming.current) renameButton.current?.focus();
    wasRenaming.current = isRenaming.value;
  }, [isRenaming.value]);

  if (isRenaming.value) return <li class="item">{renderForm?.(() => (isRenaming.value = false))}</li>;
  return (
    <li class="item">
      <div class="item-words">
        <button type="button" class="item-show button bare" title={showTitle} onClick={show}>
          <bdi>{name}</bdi> <span class="item-count">{t('footer.count', { count: memoryCount })}</span>
        </button>
      </div>
      {renderForm !== undefined && (
        <div class="item-ways">
          <button
            ref={renameButton}
            type="button"
            class="button bare"
            aria-label={renameLabel}
            onClick={() => (isRenaming.value = true)}
          >
            {t('items.rename')}
          </button>
          {children}
        </div>
      )}
    </li>
  );
}
