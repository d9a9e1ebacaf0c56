import type { Memory } from '../../v1/schemas/memory.ts';
import { ariaKeys } from '../state/keyboard.ts';
import { Icon, type IconName } from './icon.tsx';
import { Key } from './key.tsx';
import { useScreen } from './screen.ts';

interface ActionProps {
  icon: IconName;
  /** What it does, and the key that does the same. */
  name: string;
  shortcut: string;
  run(): void;
}

function Action({ icon, name, shortcut, run }: ActionProps) {
  return (
    <button type="button" class="action" aria-keyshortcuts={ariaKeys(shortcut)} title={`${name} (${shortcut})`} onClick={run}>
      <span class="unseen">{name}</span>
      <Icon name={icon} />
      <Key name={shortcut} />
    </button>
  );
}

/** What can be done with a memory; seen while it is pointed at or selected, over the end of its quiet line. */
export function MemoryActions({ memory, longer, expanded }: { memory: Memory; longer: boolean; expanded: boolean }) {
  const { t, keys, acts, results, openTab } = useScreen();
  const { url } = memory;
  return (
    <div class="memory-actions" role="group" aria-label={t('memory.actions')}>
      {url !== null && <Action icon="open" name={t('memory.open')} shortcut={keys.open} run={() => void openTab(url)} />}
      {longer && <Action icon={expanded ? 'less' : 'more'} name={t(expanded ? 'memory.less' : 'memory.more')} shortcut={keys.expand} run={() => acts.toggle(memory.id)} />}
      <Action icon="edit" name={t('memory.edit')} shortcut={keys.edit} run={() => acts.edit(memory, 'text')} />
      <Action icon="tag" name={t('memory.tag')} shortcut={keys.tag} run={() => acts.edit(memory, 'tags')} />
      <Action icon="copy" name={t('memory.copy')} shortcut={keys.copy} run={() => void acts.copy(memory)} />
      <Action icon="similar" name={t('memory.similar')} shortcut={keys.similar} run={() => void results.seek({ memory })} />
      <Action icon="delete" name={t('memory.delete')} shortcut={keys.delete} run={() => void acts.remove(memory)} />
    </div>
  );
}
