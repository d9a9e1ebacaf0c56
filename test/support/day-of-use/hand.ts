import type { Page } from '../../../scripts/browsers/index.ts';
import type { Wanted } from './controls.ts';

/**
 * A way to operate the pages of the extension: by mouse or by keyboard. It finds what it wants by its accessible name,
 * and never focuses or changes anything by a script.
 */
export interface Hand {
  /** Presses a button, follows a link or ticks a box. */
  press(page: Page, wanted: Wanted): Promise<void>;
  /** Writes into a field, in place of what it contains. Text in a form that has just been opened goes to its first field. */
  fill(page: Page, name: string, text: string): Promise<void>;
  /** Writes at the end of a field. */
  append(page: Page, name: string, text: string): Promise<void>;
  /** Writes into the search field, in place of what it contains. */
  search(page: Page, query: string): Promise<void>;
  /** Empties the search field. */
  clearSearch(page: Page): Promise<void>;
  /** Begins a note in the popup or the library. */
  beginNote(page: Page): Promise<void>;
  /** Saves what the popup offers to save of the page below it, which it calls this. */
  saveOffered(page: Page, offer: string): Promise<void>;
  /** Begins to save the readable text of the page below the popup. */
  readPage(popup: Page): Promise<void>;
  /** Begins a note with what is being searched for. */
  noteOfQuery(page: Page): Promise<void>;
  /** Completes a form that is open. `button`: the one that does it. */
  complete(page: Page, button: string, within?: string): Promise<void>;
  /** Acts on the memory whose row shows a text. */
  act(page: Page, text: string, act: RowAct): Promise<void>;
  /** Undoes what was done last. */
  undo(page: Page): Promise<void>;
  /** Shows only memories with a tag. */
  filterByTag(page: Page, tag: string): Promise<void>;
  /** Selects memories that follow each other in the library, from the first to the last of them. */
  selectRange(library: Page, first: string, last: string): Promise<void>;
  /** Acts on the selected memories, or opens the form to do so. */
  actOnSelection(library: Page, act: 'Tag' | 'Move' | 'Delete'): Promise<void>;
  /** Goes to a section of the library. */
  goTo(library: Page, section: string): Promise<void>;
}

export type RowAct = 'Edit' | 'Tag' | 'Delete';

export const readPageButton = { name: 'Save the text of this page…', kind: 'button' } as const;
export const searchName = 'Search your memories';
/** The region of the library with what can be done to the selected memories. */
export const selectionRegion = 'Selection';
