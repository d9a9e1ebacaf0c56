import { expect } from 'vitest';
import { until, type Page } from '../../../scripts/browsers/index.ts';
import { controlsOf, waitUntilGone, rowWith, waitForAnnouncement, waitForControl } from './controls.ts';
import { linkOf, noteOf, queryOf, reopen, shop, type Day } from './day.ts';
import { selectionRegion } from './hand.ts';

const waitForRows = (page: Page, count: number): Promise<string[]> =>
  until(`${count} rows`, async () => {
    const rows = (await controlsOf(page)).filter(({ kind }) => kind === 'row').map(({ name }) => name);
    if (rows.length !== count) throw new Error(`Rows: ${rows.join(' | ')}`);
    return rows;
  });

export async function search({ hand, popup, ledger, ways }: Day): Promise<void> {
  await reopen(popup);
  for (const index of [2, 9, 13, 22, 28]) {
    await hand.search(popup, queryOf(index));
    await until(`${noteOf(index)} first`, async () => {
      const first = (await controlsOf(popup)).find(({ kind }) => kind === 'row');
      return first?.name.includes(noteOf(index));
    });
  }
  await hand.search(popup, queryOf(2));
  await waitForControl(popup, rowWith(noteOf(2)));
  await hand.filterByTag(popup, 'house');
  await waitForControl(popup, { name: 'Remove filter: tag house' });
  await hand.clearSearch(popup);
  const tagged = ledger.tagged('house');
  expect((await waitForRows(popup, tagged.length)).toSorted()).toEqual(tagged.toSorted());
  await hand.press(popup, { name: 'Remove filter: tag house' });
  await waitUntilGone(popup, { name: 'Remove filter: tag house' });

  await hand.search(popup, `site:${shop} `);
  const links = [17, 18].map(noteOf);
  for (const text of await waitForRows(popup, links.length)) expect(links).toContain(text);
  expect(linkOf(17)).toContain(shop);
  await hand.press(popup, { name: `Remove filter: ${shop}` });
  await waitUntilGone(popup, { name: `Remove filter: ${shop}` });

  expect((await ways.suggestions(queryOf(13)))[0]).toContain(noteOf(13));
}

async function find({ hand, popup }: Day, query: string, text: string): Promise<void> {
  await reopen(popup);
  await hand.search(popup, query);
  await waitForControl(popup, rowWith(text));
}

/** Changes texts and tags in the popup. One change is undone. */
export async function edit(day: Day): Promise<void> {
  const { hand, popup, ledger } = day;
  for (const index of [3, 8, 20]) {
    await find(day, queryOf(index), noteOf(index));
    await hand.act(popup, noteOf(index), 'Edit');
    await waitForControl(popup, { name: 'Text', kind: 'field' });
    await hand.append(popup, 'Text', ' was painted');
    await hand.complete(popup, 'Save');
    await waitForAnnouncement(popup, 'Changed');
    if (index === 8) {
      await hand.undo(popup);
      await waitForAnnouncement(popup, 'Undone');
    } else ledger.edited(noteOf(index), `${noteOf(index)} was painted`);
  }
  for (const index of [1, 13]) {
    await find(day, queryOf(index), noteOf(index));
    await hand.act(popup, noteOf(index), 'Tag');
    await waitForControl(popup, { name: 'Tags', kind: 'field' });
    await hand.fill(popup, 'Tags', 'marked');
    await hand.complete(popup, 'Save');
    await waitForAnnouncement(popup, 'Changed');
    ledger.tag(noteOf(index), 'marked');
  }
}

/** Deletes in the popup. One deletion is undone. */
export async function remove(day: Day): Promise<void> {
  const { hand, popup, ledger } = day;
  for (const index of [2, 7, 9, 15]) {
    await find(day, queryOf(index), noteOf(index));
    await hand.act(popup, noteOf(index), 'Delete');
    await waitForAnnouncement(popup, 'Deleted');
    await waitUntilGone(popup, rowWith(noteOf(index)));
    if (index === 9) {
      await hand.undo(popup);
      await waitForControl(popup, rowWith(noteOf(index)));
    } else ledger.deleted(noteOf(index));
  }
}

/** Tags, deletes and moves several memories at once in the library. One deletion is undone. */
export async function changeMany({ hand, ledger }: Day, library: Page): Promise<void> {
  await library.bringToFront();
  const newest = [29, 28, 27].map(noteOf);
  await waitForControl(library, rowWith(newest[0]!));
  await hand.selectRange(library, newest[0]!, newest[2]!);
  await waitForAnnouncement(library, '3 selected');
  await hand.actOnSelection(library, 'Tag');
  await waitForControl(library, { name: 'Tags', kind: 'field', within: selectionRegion });
  await hand.fill(library, 'Tags', 'sorted');
  await hand.complete(library, 'Apply', selectionRegion);
  await waitForAnnouncement(library, 'Tags of 3 memories changed');
  for (const text of newest) ledger.tag(text, 'sorted');

  for (const [first, last] of [newest.slice(0, 2), newest.slice(1)] as [string, string][]) {
    await hand.selectRange(library, first, last);
    await waitForAnnouncement(library, '2 selected');
    await hand.actOnSelection(library, 'Delete');
    await waitForAnnouncement(library, 'Deleted 2 memories');
    if (first === newest[0]) {
      await hand.undo(library);
      await waitForControl(library, rowWith(first));
    } else for (const text of [first, last]) ledger.deleted(text);
  }

  const [from, to] = [29, 26].map(noteOf) as [string, string];
  await hand.selectRange(library, from, to);
  await waitForAnnouncement(library, '2 selected');
  await hand.actOnSelection(library, 'Move');
  await hand.press(library, { name: 'New collection', kind: 'button', within: selectionRegion });
  await hand.fill(library, 'New collection', 'Cellar');
  await hand.complete(library, 'Move', selectionRegion);
  await waitForAnnouncement(library, 'Moved 2 memories to “Cellar”');
  for (const text of [from, to]) ledger.moved(text, 'Cellar');
}

/** Restores from the library's trash. One restore is undone. */
export async function restore({ hand, ledger }: Day, library: Page): Promise<void> {
  await library.bringToFront();
  await hand.goTo(library, 'Trash');
  for (const index of [2, 28, 7]) {
    const button = { name: `Restore: ${noteOf(index)}` };
    await waitForControl(library, button);
    await hand.press(library, button);
    await waitForAnnouncement(library, 'Restored');
    await waitUntilGone(library, button);
    if (index === 7) {
      await hand.undo(library);
      await waitForControl(library, button);
    } else ledger.restored(noteOf(index));
  }
}
