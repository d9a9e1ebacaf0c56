import { until, type Page } from '../../../scripts/browsers/index.ts';
import { controlsOf, focusedOn, matches, rowWith, describeControl, type Control, type Wanted } from './controls.ts';
import { searchName, type Hand, type RowAct } from './hand.ts';

/** More key presses than any page in these tests needs to reach a control. */
const maxSteps = 150;

/** Presses a key until the wanted control has the focus. The error lists every control on the way. */
async function pressUntil(page: Page, key: string, wanted: Wanted): Promise<Control> {
  const stops: string[] = [];
  for (let step = 0; step < maxSteps; step++) {
    const focused = await focusedOn(page);
    if (focused !== undefined && matches(focused, wanted)) return focused;
    stops.push(focused?.name ?? 'nothing');
    await page.press(key);
  }
  throw new Error(`${key} never reached ${describeControl(wanted)}, only ${stops.join(' | ')}`);
}

const waitForFocus = (page: Page, wanted: Wanted): Promise<Control> =>
  until(`the focus on ${describeControl(wanted)}`, async () => {
    const focused = await focusedOn(page);
    if (focused !== undefined && matches(focused, wanted)) return focused;
    throw new Error(`The focus is on ${focused?.name ?? 'nothing'}`);
  });

async function focusSearch(page: Page): Promise<void> {
  const focused = await focusedOn(page);
  if (focused?.name === searchName) return;
  if (focused?.kind === 'field') await page.press('Escape');
  if ((await focusedOn(page))?.name !== searchName) await page.press('/');
  await waitForFocus(page, { name: searchName });
}

async function toRow(page: Page, text: string): Promise<void> {
  await focusSearch(page);
  await pressUntil(page, 'ArrowDown', rowWith(text));
}

/**
 * Moves the focus to a control by Tab, or by Shift Tab if the control comes earlier in the page. Tab alone would not
 * do: after the page's last control, Firefox moves the focus to the browser's own controls.
 */
async function reach(page: Page, wanted: Wanted): Promise<Control> {
  const all = await controlsOf(page);
  const isAbove = all.findLastIndex((control) => matches(control, wanted)) < all.findIndex(({ hasFocus }) => hasFocus);
  return pressUntil(page, isAbove ? 'Shift+Tab' : 'Tab', wanted);
}

async function fill(page: Page, name: string, text: string): Promise<void> {
  await reach(page, { name, kind: 'field' });
  await page.press('Control+a');
  await page.keys(text);
}

/** Runs an action of the list that Ctrl K opens. */
async function command(page: Page, typed: string, action: RegExp): Promise<void> {
  await page.press('Control+k');
  await waitForFocus(page, { name: 'All actions' });
  await page.keys(typed);
  await until(`the action ${String(action)}`, async () => action.test((await focusedOn(page))?.option ?? ''));
  await page.press('Enter');
}

const rowKeys = { Edit: 'e', Tag: '#', Move: 'v', Delete: 'Delete' } satisfies Record<RowAct | 'Move', string>;

/** Uses only key presses. */
export const keyboard: Hand = {
  async press(page, wanted) {
    const { kind } = await reach(page, wanted);
    await page.press(kind === 'checkbox' ? ' ' : 'Enter');
  },
  fill,

  async append(page, name, text) {
    await reach(page, { name, kind: 'field' });
    await page.press('Control+End');
    await page.keys(text);
  },

  async search(page, query) {
    await focusSearch(page);
    await page.press('Control+a');
    await page.keys(query);
  },

  async clearSearch(page) {
    await focusSearch(page);
    if ((await focusedOn(page))?.value !== '') await page.press('Escape');
  },

  async beginNote(page) {
    const focused = await focusedOn(page);
    if (focused?.kind === 'row') return page.press('n');
    await reach(page, { name: /^Write a note|You can still write a note/, kind: 'button' });
    await page.press('Enter');
  },

  async saveOffered(page) {
    await waitForFocus(page, { name: searchName });
    await page.press('Enter');
  },

  readPage: (popup) => command(popup, 'text of', /^Save text of this page…$/),
  noteOfQuery: (page) => command(page, 'as a note', /^Save “.+” as a note$/),
  complete: (page) => page.press('Control+Enter'),

  async act(page, text, act) {
    await toRow(page, text);
    await page.press(rowKeys[act]);
  },

  undo: (page) => page.press('Control+z'),

  async filterByTag(page, tag) {
    await focusSearch(page);
    await page.press('Control+a');
    await page.keys(`#${tag.slice(0, -1)}`);
    await until(`the suggestion #${tag}`, async () => (await focusedOn(page))?.option?.startsWith(`#${tag}`));
    await page.press('Enter');
  },

  async selectRange(library, first, last) {
    await toRow(library, first);
    await library.press('x');
    await pressUntil(library, 'Shift+ArrowDown', rowWith(last));
  },

  actOnSelection: (library, act) => library.press(rowKeys[act]),

  async goTo(library, section) {
    await reach(library, { name: section, kind: 'link' });
    await library.press('Enter');
  },
};
