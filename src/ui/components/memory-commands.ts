import type { Memory } from '../../v1/schemas/memory.ts';
import type { KeyArea } from '../state/keyboard.ts';
import { addressOf } from '../text/quote-address.ts';
import type { ListedAction } from './action-list.tsx';
import type { Screen } from './screen.ts';

interface MemoryCommandHooks {
  edit(memory: Memory, at: 'text' | 'tags'): void;
  similar(memory: Memory): unknown;
  area: KeyArea;
  /** Whether memories are selected. Tagging and deletion are then left out: their keys act on the selection. */
  actsOnSelection?: boolean;
}

/** The actions on one memory, for the list of all actions. */
export function memoryCommands(
  { t, keys, opened, openMemory, openTab, actions, rights }: Screen,
  memory: Memory,
  { edit, similar, area, actsOnSelection = false }: MemoryCommandHooks,
): ListedAction[] {
  const canWrite = !rights?.lacks('memories:write');
  const url = addressOf(memory);
  const whenWritable = (...listed: ListedAction[]) => (canWrite ? listed : []);
  return [
    ...(opened.id.value === memory.id
      ? []
      : [
          {
            name: t('memory.read'),
            key: area === 'search' || area === 'row' ? keys.open : undefined,
            run: () => openMemory(memory),
          },
        ]),
    ...(url === null ? [] : [{ name: t('memory.open'), key: keys.source, run: () => openTab(url) }]),
    ...whenWritable({ name: t('memory.edit'), key: keys.edit, run: () => edit(memory, 'text') }),
    ...(actsOnSelection ? [] : whenWritable({ name: t('memory.tag'), key: keys.tag, run: () => edit(memory, 'tags') })),
    { name: t('memory.copy'), key: keys.copy, run: () => actions.copy(memory) },
    { name: t('memory.similar'), key: keys.similar, run: () => similar(memory) },
    ...(actsOnSelection
      ? []
      : whenWritable({ name: t('memory.delete'), key: keys.delete, run: () => actions.remove(memory) })),
  ];
}
