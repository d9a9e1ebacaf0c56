import { useSignal, type Signal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { nameKey } from '../../v1/keys.ts';
import { Key } from './key.tsx';
import { useModal } from './modal.ts';
import { useScreen } from './screen.ts';
import './action-list.css';

/** An action of the screen, with its key if it has one. */
export interface ListedAction {
  name: string;
  key?: string | undefined;
  run(): unknown;
}

/** All actions that are possible now, found by typing. Closed while `actions` is undefined; a new list opens it. */
export function ActionList({ actions }: { actions: Signal<ListedAction[] | undefined> }) {
  const { t } = useScreen();
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const text = useSignal('');
  const chosen = useSignal(0);
  const close = () => void (actions.value = undefined);
  const modal = useModal(actions.value, close, onKey);
  useLayoutEffect(() => {
    text.value = '';
    chosen.value = 0;
  }, [actions.value]);
  const words = nameKey(text.value).split(/\s+/);
  const found = (actions.value ?? []).filter(({ name }) => words.every((word) => nameKey(name).includes(word)));

  function run(action: ListedAction | undefined): void {
    if (action === undefined) return;
    // Close first: closing returns the focus, and the action may then move it.
    modal.ref.current?.close();
    close();
    action.run();
  }

  function onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const { length } = found;
    if (event.key === 'ArrowDown') chosen.value = (chosen.value + 1) % Math.max(1, length);
    else if (event.key === 'ArrowUp') chosen.value = (chosen.value + length - 1) % Math.max(1, length);
    else if (event.key === 'Enter') run(found[chosen.value]);
    else return;
    event.preventDefault();
    list.current?.children[chosen.value]?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <dialog
      {...modal}
      class="action-list"
      aria-label={t('keys.commands')}
      onClick={({ target }) => target === modal.ref.current && close()}
    >
      <input
        class="field"
        dir="auto"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}${chosen.value}` : undefined}
        aria-label={t('keys.commands')}
        placeholder={t('keys.commands')}
        autocomplete="off"
        spellcheck={false}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          chosen.value = 0;
        }}
      />
      <div ref={list} class="action-names" id={id} role="listbox" aria-label={t('keys.commands')}>
        {found.map((action, index) => (
          <div
            key={action.name}
            id={`${id}${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen.value}
            onClick={() => run(action)}
          >
            <bdi>{action.name}</bdi>
            {action.key !== undefined && <Key name={action.key} />}
          </div>
        ))}
      </div>
      {found.length === 0 && <p role="status">{t('commands.none')}</p>}
    </dialog>
  );
}
