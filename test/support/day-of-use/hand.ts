import type { Page } from '../../../scripts/browsers/index.ts';
import type { Wanted } from './controls.ts';

/**
 * Operates the pages of the extension, either by mouse or by keyboard. Finds controls by their accessible names and
 * uses only real input. No test can send input to the browser's own windows; ./ways.ts has stand-ins for such input.
 */
export interface Hand {
  /** Presses a button, follows a link or ticks a box. */
  press(page: Page, wanted: Wanted): Promise<void>;
  /** Replaces the contents of a field. */
  fill(page: Page, name: string, text: string): Promise<void>;
  append(page: Page, name: string, text: string): Promise<void>;
  search(page: Page, query: string): Promise<void>;
  clearSearch(page: Page): Promise<void>;
  beginNote(page: Page): Promise<void>;
  /** Saves what the popup offers to save from the page below it. `offer`: the beginning of the button's name. */
  saveOffered(page: Page, offer: string): Promise<void>;
  /** Begins to save the readable text of the page below the popup. */
  readPage(popup: Page): Promise<void>;
  /** Begins a note with the text of the search field. */
  noteOfQuery(page: Page): Promise<void>;
  /** Submits a form. `button`: the name of the button that does so. */
  complete(page: Page, button: string, within?: string): Promise<void>;
  act(page: Page, text: string, act: RowAct): Promise<void>;
  undo(page: Page): Promise<void>;
  filterByTag(page: Page, tag: string): Promise<void>;
  /** Selects consecutive memories in the library, from `first` to `last`. */
  selectRange(library: Page, first: string, last: string): Promise<void>;
  /** Acts on the selected memories, or opens the form to do so. */
  actOnSelection(library: Page, act: 'Tag' | 'Move' | 'Delete'): Promise<void>;
  goTo(library: Page, section: string): Promise<void>;
}

export type RowAct = 'Edit' | 'Tag' | 'Delete';

export const readPageButton = { name: 'Save text of this page…', kind: 'button' } as const;
export const searchName = 'Search your memories';
/** The name of the library's region with the actions for selected memories. */
export const selectionRegion = 'Selection';
