import type { MenuClick, Page } from '../../../scripts/browsers/index.ts';
import { memoryWith } from '../capture.ts';
import { rowWith, waitForAnnouncement, waitForControl } from './controls.ts';
import { linkOf, noteOf, pictureOf, queryOf, reopen, type Day } from './day.ts';

/** Replaces and saves the example note of the welcome page, and finds it there. */
export async function onFirstPage({ browser, hand, ledger }: Day, index: number): Promise<void> {
  const page = await browser.newPage(browser.address('welcome.html'));
  await waitForControl(page, { name: 'Text to save' });
  await hand.fill(page, 'Text to save', noteOf(index));
  await hand.press(page, { name: 'Save' });
  await waitForAnnouncement(page, 'Saved');
  await hand.search(page, queryOf(index));
  await waitForControl(page, rowWith(noteOf(index)));
  ledger.saved(noteOf(index));
  await page.close();
}

export async function asNote({ hand, ledger }: Day, page: Page, index: number, tag: string): Promise<void> {
  await hand.beginNote(page);
  await waitForControl(page, { name: 'Text to save' });
  await hand.fill(page, 'Text to save', noteOf(index));
  await hand.fill(page, 'Tags', tag);
  await hand.complete(page, 'Save', 'Save');
  await waitForControl(page, rowWith(noteOf(index)));
  ledger.saved(noteOf(index), [tag]);
}

const atticName = 'Attic';

/** Writes a note and creates a collection for it, which the context menu then offers. */
export async function intoNewCollection({ hand, ledger, popup }: Day, index: number): Promise<void> {
  await reopen(popup);
  await hand.beginNote(popup);
  await waitForControl(popup, { name: 'Text to save' });
  await hand.fill(popup, 'Text to save', noteOf(index));
  await hand.press(popup, { name: 'New collection', kind: 'button' });
  await hand.fill(popup, 'New collection', atticName);
  await hand.complete(popup, 'Save', 'Save');
  await waitForControl(popup, rowWith(noteOf(index)));
  ledger.saved(noteOf(index));
  ledger.moved(noteOf(index), atticName);
}

/** Starts a note from a query that found nothing, adds words, and saves it. */
export async function fromSearch({ hand, ledger, popup, client }: Day, query: string): Promise<void> {
  await reopen(popup);
  await hand.search(popup, query);
  await hand.noteOfQuery(popup);
  await waitForControl(popup, { name: 'Text to save' });
  await hand.append(popup, 'Text to save', ', searched for in vain');
  await hand.complete(popup, 'Save', 'Save');
  await memoryWith(client, query);
  ledger.saved(`${query}, searched for in vain`);
}

const openPage = ({ browser, origin }: Day, index: number): Promise<Page> => browser.newPage(`${origin}/${index}`);

const selectText = (page: Page): Promise<void> =>
  page.evaluate(() => document.getSelection()?.selectAllChildren(document.querySelector('article')!));

/** Waits until a note is stored and records it, then closes the page that it was saved from. */
async function finishSave({ client, ledger }: Day, index: number, page: Page): Promise<void> {
  await memoryWith(client, noteOf(index));
  ledger.saved(noteOf(index));
  await page.close();
}

/** Saves what the popup offers over a page: the selection, or the page if nothing is selected. */
export async function offered(day: Day, index: number, what: 'page' | 'selection'): Promise<void> {
  const page = await openPage(day, index);
  if (what === 'selection') await selectText(page);
  const popup = await day.ways.openPopup(page);
  const offer = `Save ${what}:`;
  await waitForControl(popup, { name: new RegExp(`^${offer}`), kind: 'button' });
  await day.hand.saveOffered(popup, offer);
  await waitForControl(popup, rowWith(noteOf(index)));
  await popup.close();
  await finishSave(day, index, page);
}

export async function pageText(day: Day, index: number): Promise<void> {
  const page = await openPage(day, index);
  const popup = await day.ways.openPopup(page);
  await day.ways.readPage(day.hand, popup, page);
  await waitForControl(popup, { name: 'Text to save' });
  await day.hand.complete(popup, 'Save');
  await waitForControl(popup, rowWith(noteOf(index)));
  await popup.close();
  await finishSave(day, index, page);
}

type MenuItem = 'save-selection' | 'save-page' | 'save-link' | 'save-image' | 'save-to-collection';

export async function fromMenu(day: Day, index: number, menuItemId: MenuItem): Promise<void> {
  const page = await openPage(day, index);
  const clickDetails: Record<MenuItem, Omit<MenuClick, 'menuItemId'>> = {
    'save-selection': { selectionText: noteOf(index) },
    'save-page': {},
    'save-link': { linkUrl: linkOf(index), ...(day.browser.kind === 'firefox' && { linkText: noteOf(index) }) },
    'save-image': { srcUrl: day.origin + pictureOf(index) },
    'save-to-collection': { selectionText: noteOf(index) },
  };
  if (clickDetails[menuItemId].selectionText !== undefined) await selectText(page);
  await day.ways.menu(page, { menuItemId, ...clickDetails[menuItemId] });
  await finishSave(day, index, page);
  if (menuItemId === 'save-to-collection') day.ledger.moved(noteOf(index), atticName);
}

export async function byShortcut(day: Day, index: number, what: 'page' | 'selection'): Promise<void> {
  const page = await openPage(day, index);
  if (what === 'selection') await selectText(page);
  await day.ways.shortcut(page);
  await finishSave(day, index, page);
}
