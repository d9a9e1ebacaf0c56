import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { MemoryActions } from '../state/memory-actions.ts';
import type { Collections } from '../state/collections.ts';
import type { Opened } from '../state/opened.ts';
import type { Results } from '../state/results.ts';
import type { TagNames } from '../state/tag-names.ts';
import type { Ago } from '../i18n/ago.ts';
import type { Frame } from './frame.ts';

/** What every screen that shows memories gives to the components that it is made of. */
export interface Screen extends Frame {
  ago: Ago;
  results: Results;
  actions: MemoryActions;
  openTab(url: string): Promise<void>;
  /** Where a memory is read and changed beside the list; without it, that is done in its row. */
  opened?: Opened;
  /** Shows it there. */
  openBeside?(memory: Memory): void;
  /** What a memory can be put into, on screens that offer it. */
  collections?: Collections;
  /** Tags to choose from while one is written. */
  tagNames?: TagNames;
}

export const ScreenContext = createContext<Screen | undefined>(undefined);

export function useScreen(): Screen {
  const screen = useContext(ScreenContext);
  if (screen === undefined) throw new Error('A component of a screen stands outside of ScreenContext.');
  return screen;
}
