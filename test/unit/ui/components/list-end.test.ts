import { Window } from 'happy-dom';
import { Fragment, h, render, type ComponentChildren } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ListArea } from '../../../../src/ui/components/list-area.tsx';
import { performKeys } from '../../../../src/ui/components/perform-keys.ts';
import { ScreenContext, type Screen } from '../../../../src/ui/components/screen.ts';
import { StatusLine } from '../../../../src/ui/components/status-line.tsx';
import { canShowMore, showMore } from '../../../../src/ui/state/more-results.ts';
import { LibraryContext } from '../../../../src/ui/library/context.ts';
import { connectToService, passThrough, unreachable, type TestConnection } from '../connection.ts';
import { libraryOn } from '../library/library-on.ts';
import { popupOn } from '../popup/screen.ts';

let connection: TestConnection;
let page: Window;

beforeEach(() => {
  connection = connectToService();
  page = new Window();
  for (const name of ['document', 'Element', 'HTMLElement', 'Node'] as const) vi.stubGlobal(name, page[name]);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const save = async (count: number) => {
  for (let number = 1; number <= count; number++)
    await connection.client.memories.create({ content: `Heron number ${number}` });
};

async function searched(screen: Screen, wrap: (children: ComponentChildren) => ComponentChildren = (list) => list) {
  const { document } = page;
  const none = () => {};
  const area = h(ListArea, { renderEmpty: () => null, focusSearch: none, back: none, saveQuery: undefined });
  const list = h('div', { 'data-scroller': true }, area);
  const children = wrap(h(Fragment, {}, h(StatusLine, { back: none }), list));
  render(h(ScreenContext.Provider, { value: screen, children }), document.body);
  screen.results.type('heron ');
  const text = (selector: string) => document.querySelector(selector)?.textContent;
  const rows = () => [...document.querySelectorAll<InstanceType<typeof page.HTMLElement>>('[data-row]')];
  const untilRows = (count: number) => vi.waitFor(() => expect(rows()).toHaveLength(count), { timeout: 3_000 });
  await untilRows(20);
  await connection.untilIdle();
  return {
    rows,
    untilRows,
    status: () => text('.status-words'),
    announced: () => text('.list-end [role=status]'),
    isAnnouncementSeen: () => document.querySelector('.list-end [role=status].list-note') !== null,
    note: () => text('.list-end p:not([role])'),
    button: () => document.querySelector<InstanceType<typeof page.HTMLButtonElement>>('.list-more'),
    focused: () => document.activeElement,
    async showMore(): Promise<void> {
      this.button()!.focus();
      this.button()!.click();
      await connection.untilIdle();
    },
  };
}

const libraryList = () => {
  const library = libraryOn(connection);
  return searched(library, (children) => h(LibraryContext.Provider, { value: library, children }));
};

describe.each([
  ['the popup', () => searched(popupOn(undefined, connection))],
  ['the library', libraryList],
])('the end of the results in %s', (_, open) => {
  it('has a button that adds rows, announces how many, and keeps the focus until all are shown', async () => {
    await save(60);
    const list = await open();
    const first = list.rows();
    expect([list.button()?.textContent, list.status(), first[0]!.getAttribute('aria-setsize')]).toEqual([
      'Show more',
      'Top 20',
      '-1',
    ]);
    await list.showMore();
    await list.untilRows(50);
    expect(list.rows().findIndex((row, index) => row !== first[index])).toBe(20);
    expect([list.announced(), list.status()]).toEqual(['30 more memories', 'Top 50']);
    expect(list.focused()).toBe(list.button());
    await list.showMore();
    await list.untilRows(60);
    expect([list.announced(), list.status(), list.note()]).toEqual([
      '10 more memories',
      '60 memories found',
      undefined,
    ]);
    expect([list.button(), list.rows()[0]!.getAttribute('aria-setsize')]).toEqual([null, '60']);
    expect(list.focused()).toBe(list.rows()[50]);
  });

  it('says that a search shows at most 100 memories, and how to find others', async () => {
    await save(101);
    const list = await open();
    await list.showMore();
    await list.untilRows(50);
    await list.showMore();
    await list.untilRows(100);
    expect([list.button(), list.status(), list.note()]).toEqual([
      null,
      'Top 100',
      'A search shows at most 100 memories. To find others, narrow the search: by tag (#tag), collection (in:House) or date (after:2025).',
    ]);
  });

  it('announces that no more memories were found', async () => {
    await save(20);
    const list = await open();
    await list.showMore();
    await vi.waitFor(() => expect(list.announced()).toBe('No more memories found'));
    expect([list.isAnnouncementSeen(), list.button(), list.status()]).toEqual([true, null, '20 memories found']);
    expect(list.focused()).toBe(list.rows()[19]);
  });
});

it('showMore adds rows to a search that a new popup restored', async () => {
  await save(30);
  const popup = popupOn(undefined, connection, { recallSearch: async () => 'heron ' });
  await popup.open();
  expect([popup.shown()?.length, canShowMore(popup.results.view.value!)]).toEqual([20, true]);
  await showMore(popup.results, popup.notices);
  expect([popup.shown()?.length, popup.results.added.value]).toEqual([30, 10]);
});

it('keeps the rows and offers to try again if the request for more fails', async () => {
  await save(30);
  const popup = popupOn(undefined, connection);
  const list = await searched(popup);
  connection.handleWith(unreachable);
  await list.showMore();
  await vi.waitFor(() => expect(popup.shownNotice()[1]).toBe('Try again'));
  expect([list.rows().length, list.announced()]).toEqual([20, '']);
  expect(list.focused()).toBe(list.button());
  connection.handleWith(passThrough);
  await popup.press();
  await list.untilRows(30);
});

it('shows more when the arrow key is pressed on the last row, and the row keeps the focus', async () => {
  await save(30);
  const popup = popupOn(undefined, connection);
  const list = await searched(popup);
  const { document } = page;
  const none = () => {};
  const perform = performKeys(popup.keyTargets, {
    focusSearch: none,
    list: () => document.body as unknown as HTMLElement,
    help: none,
    back: none,
    typed: () => false,
  });
  document.addEventListener('keydown', (event) => perform(event as unknown as KeyboardEvent));
  const press = () =>
    document.activeElement.dispatchEvent(new page.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  list.rows()[18]!.focus();
  press();
  expect(list.focused()).toBe(list.rows()[19]);
  press();
  press();
  await list.untilRows(30);
  await connection.untilIdle();
  expect(list.focused()).toBe(list.rows()[19]);
  expect(list.announced()).toBe('10 more memories');
  expect(connection.sent.filter(({ body }) => body?.includes('"limit":50'))).toHaveLength(1);
  press();
  expect(list.focused()).toBe(list.rows()[20]);
});
