import { until, type Page } from '../../../scripts/browsers/index.ts';
import {
  controlsOf,
  matches,
  rowWith,
  waitForControl,
  describeControl,
  type Control,
  type Wanted,
} from './controls.ts';
import { readPageButton, searchName, selectionRegion, type Hand } from './hand.ts';

async function look(page: Page, wanted: Wanted): Promise<Control> {
  const all = await controlsOf(page);
  // Takes the last match, since the button that opens a form may have the same name as the later button that completes
  // the form.
  const found = all.findLast((control) => matches(control, wanted) && control.isOnTop);
  if (found === undefined) throw new Error(`The page shows: ${all.map(({ name }) => name).join(' | ')}`);
  return found;
}

/** Waits until the pointer can reach a control and the control no longer moves. */
async function waitUntilReachable(page: Page, wanted: Wanted): Promise<Control> {
  let before: Control | undefined;
  return until(`${describeControl(wanted)} under the mouse`, async () => {
    const now = await look(page, wanted);
    const isStill = before?.x === now.x && before.y === now.y;
    before = now;
    return isStill && now;
  });
}

/**
 * Moves the pointer to a control, again if the control has moved meanwhile: later results may reorder the list while
 * the pointer isn't over the list.
 */
async function hover(page: Page, wanted: Wanted): Promise<void> {
  await until(`the pointer on ${describeControl(wanted)}`, async () => {
    const { x, y } = await waitUntilReachable(page, wanted);
    await page.point(x, y);
    const now = await look(page, wanted);
    return now.x === x && now.y === y;
  });
}

async function click(page: Page, wanted: Wanted, times = 1): Promise<void> {
  await hover(page, wanted);
  await page.clickHere(times);
}

const field = (name: string): Wanted => ({ name, kind: 'field' });

async function fill(page: Page, name: string, text: string): Promise<void> {
  const { x, y, width, height } = await waitUntilReachable(page, field(name));
  // Three clicks select the line under the pointer, here the first.
  await page.point(x - width / 2 + Math.min(24, width / 2), y - height / 2 + Math.min(16, height / 2));
  await page.clickHere(3);
  await page.keys(text);
}

/** Uses only pointer moves, clicks, and typing into clicked fields. */
export const mouse: Hand = {
  press: (page, wanted) => click(page, wanted),
  fill,

  async append(page, name, text) {
    const { x, y, width, height } = await waitUntilReachable(page, field(name));
    // A point after the last character: beside the last line or below it.
    await page.point(x + width / 2 - 24, y + height / 4);
    await page.clickHere();
    await page.keys(text);
  },

  search: (page, query) => fill(page, searchName, query),

  async clearSearch(page) {
    if ((await waitForControl(page, field(searchName))).value !== '') await click(page, { name: 'Clear the search' });
  },

  beginNote: (page) => click(page, { name: /^Write a note|You can still write a note/, kind: 'button' }),
  saveOffered: (page, offer) => click(page, { name: new RegExp(`^${offer}`), kind: 'button' }),
  readPage: (popup) => click(popup, readPageButton),
  noteOfQuery: (page) => click(page, { name: 'Save as a note' }),
  complete: (page, name, within) => click(page, { name, within, kind: 'button' }),

  async act(page, text, act) {
    await hover(page, rowWith(text));
    await hover(page, { name: 'Actions', within: text, kind: 'button' });
    await click(page, { name: act, within: text });
  },

  undo: (page) => click(page, { name: 'Undo' }),

  filterByTag: (page, tag) => click(page, { name: `#${tag}`, kind: 'button' }),

  async selectRange(library, first, last) {
    const texts = (await controlsOf(library)).filter(({ kind }) => kind === 'row').map(({ name }) => name);
    const [from, to] = [first, last].map((text) => texts.findIndex((name) => name.includes(text)));
    for (const text of texts.slice(from, to! + 1)) {
      await hover(library, rowWith(text));
      await click(library, { name: `Select: ${text.slice(0, 60)}` });
    }
  },

  actOnSelection: (library, act) => click(library, { name: act, within: selectionRegion }),
  goTo: (library, section) => click(library, { name: section, kind: 'link' }),
};
