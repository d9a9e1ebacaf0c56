import type { Memory } from '../../v1/schemas/memory.ts';
import { ariaKeys } from '../state/keyboard.ts';
import { Icon, type IconName } from './icon.tsx';
import { addressOf } from '../text/quote-address.ts';
import { useScreen } from './screen.ts';

interface ActionProps {
  icon: IconName;
  name: string;
  shortcut: string;
  tabIndex: 0 | -1;
  run(): void;
}

function Action({ icon, name, shortcut, tabIndex, run }: ActionProps) {
  return (
    <button
      type="button"
      class="action"
      tabIndex={tabIndex}
      aria-keyshortcuts={ariaKeys(shortcut)}
      title={`${name} (${shortcut})`}
      onClick={run}
    >
      <span class="unseen">{name}</span>
      <Icon name={icon} />
    </button>
  );
}

/**
 * The actions on a memory. In a memory row, `RowActions` unfolds them.
 * `tabIndex`: -1 makes the Tab key skip the buttons.
 */
export function ActionBar({ memory, tabIndex = 0 }: { memory: Memory; tabIndex?: 0 | -1 }) {
  const { t, keys, actions, results, openTab, rights } = useScreen();
  const canWrite = !rights?.lacks('memories:write');
  const url = addressOf(memory);
  return (
    <div class="memory-actions" role="group" aria-label={t('memory.actions')}>
      {url !== null && (
        <Action
          tabIndex={tabIndex}
          icon="open"
          name={t('memory.open')}
          shortcut={keys.source}
          run={() => void openTab(url)}
        />
      )}
      {canWrite && (
        <Action
          tabIndex={tabIndex}
          icon="edit"
          name={t('memory.edit')}
          shortcut={keys.edit}
          run={() => actions.edit(memory, 'text')}
        />
      )}
      {canWrite && (
        <Action
          tabIndex={tabIndex}
          icon="tag"
          name={t('memory.tag')}
          shortcut={keys.tag}
          run={() => actions.edit(memory, 'tags')}
        />
      )}
      <Action
        tabIndex={tabIndex}
        icon="copy"
        name={t('memory.copy')}
        shortcut={keys.copy}
        run={() => void actions.copy(memory)}
      />
      <Action
        tabIndex={tabIndex}
        icon="similar"
        name={t('memory.similar')}
        shortcut={keys.similar}
        run={() => void results.findSimilar({ memory })}
      />
      {canWrite && (
        <Action
          tabIndex={tabIndex}
          icon="delete"
          name={t('memory.delete')}
          shortcut={keys.delete}
          run={() => void actions.remove(memory)}
        />
      )}
    </div>
  );
}
