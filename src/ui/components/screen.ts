import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { MemoryActions } from '../state/memory-actions.ts';
import type { MemorySync } from '../../lib/sync.ts';
import type { Opened } from '../state/opened.ts';
import type { Selection } from '../state/selection.ts';
import type { Results } from '../state/results.ts';
import type { TagNames } from '../state/tag-names.ts';
import type { ListFilters } from '../state/view.ts';
import type { Ago } from '../i18n/ago.ts';
import type { Frame } from './frame.ts';
import type { RowsComponent } from './rows.ts';

/** What every screen with memories provides to its components. */
export interface Screen extends Frame {
  ago: Ago;
  results: Results;
  actions: MemoryActions;
  openTab(url: string): Promise<void>;
  opened: Opened;
  /** The sync status of the memory being read. Absent on a server's page and on the welcome page. */
  memorySync?: { current: ReadonlySignal<MemorySync | undefined> };
  /** Opens a memory for reading, beside the list or over it. The welcome page opens its row for editing instead. */
  openMemory(memory: Memory): void;
  addFilters(filters: Partial<ListFilters>): void;
  /** Present on screens where several memories can be selected. */
  selection?: Selection;
  /** Present on screens with long lists: renders only the rows that can be seen. */
  Rows?: RowsComponent;
  /** How many rows fill the visible list. They are rendered first, to appear sooner. Absent: all rows at once. */
  firstRows?: number;
  tagNames?: TagNames;
}

export const ScreenContext = createContext<Screen | undefined>(undefined);

export function useScreen(): Screen {
  const screen = useContext(ScreenContext);
  if (screen === undefined) throw new Error('useScreen was called outside ScreenContext.');
  return screen;
}
