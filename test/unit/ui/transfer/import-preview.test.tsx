import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { FrameContext } from '../../../../src/ui/components/frame.ts';
import { agoIn } from '../../../../src/ui/i18n/ago.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { createCollections } from '../../../../src/ui/state/collections.ts';
import { keyNames } from '../../../../src/ui/state/keyboard.ts';
import { TransferPanel } from '../../../../src/ui/transfer/transfer-panel.tsx';
import { chosenFile, transferOn } from './screen.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const list = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `<DT><A HREF="https://x.example/${index}" ADD_DATE="1700000000" TAGS="birds,pond">Heron ${index}</A>`,
  ).join('');
const bookmarks = (count: number, folder = '') =>
  new File([`<DL>${folder && `<DT><H3>${folder}</H3>`}<DL>${list(count)}</DL></DL>`], 'links.html');

function panel() {
  const window = new Window();
  const { document } = window;
  vi.stubGlobal('document', document);
  const screen = transferOn();
  const t = translator();
  const { notices } = screen;
  const collections = createCollections({
    client: screen.connection.client,
    notices,
    t,
    onMemoriesMoved: async () => {},
  });
  const frame = { t, keys: keyNames('other'), notices, collections };
  render(
    h(FrameContext.Provider, { value: frame }, h(TransferPanel, { transfer: screen.transfer, t, ago: agoIn(t) })),
    document.body,
  );
  const textOf = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent);
  return {
    ...screen,
    textOf,
    rows: () => textOf('.transfer-rows > li'),
    focused: () => document.activeElement?.textContent,
    async choose(file: File, label = 'Choose a file…'): Promise<void> {
      const input = document.querySelector(`input[aria-label="${label}"]`)!;
      Object.defineProperty(input, 'files', { value: [file], configurable: true });
      input.dispatchEvent(new window.Event('change'));
      await vi.waitFor(() => expect(textOf('h4')).toHaveLength(1));
    },
    escape: () =>
      document.activeElement.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    async into(value: string): Promise<void> {
      const select = document.querySelector('.transfer-step select') as unknown as HTMLSelectElement;
      await vi.waitFor(() => expect([...select.options].map((option) => option.value)).toContain(value));
      select.value = value;
      select.dispatchEvent(new window.Event('change', { bubbles: true }) as unknown as Event);
    },
    press: (label: string) =>
      [...document.querySelectorAll('button')].find((one) => one.textContent === label)!.click(),
  };
}

test('shows how many memories a file has and the first five, before anything is written', async () => {
  const { choose, rows, textOf, focused, connection } = panel();
  await choose(bookmarks(7));
  await vi.waitFor(() => expect(focused()).toBe('7 memories in links.html'));
  expect(textOf('.transfer-counts li')).toEqual(['7 new']);
  expect(rows()).toHaveLength(6);
  expect(rows()[0]).toBe('Heron 0Nov 14, 2023#birds#pondhttps://x.example/0');
  expect(rows().at(-1)).toBe('and 2 more');
  expect((await connection.client.usage.read()).memories.used).toBe(0);
});

test('lists the reason why an entry can’t be imported', async () => {
  const { transfer, textOf } = panel();
  const file = new File(['title,url\nA,https://a.example/\nB,ftp://b.example/\n'], 'x.csv');
  await transfer.check([file], 'csv', ['title', 'url']);
  await vi.waitFor(() =>
    expect(textOf('.transfer-counts > li')).toEqual([
      '1 new',
      '1 can’t be imported See whyRow 3: Its address must be an http or https address.',
    ]),
  );
});

test('marks memories that have no date in the file, and memories that were in the trash', async () => {
  const { rows, transfer } = panel();
  await transfer.check([new File(['title,deleted\nA,\nB,2024-01-02\n'], 'x.csv')], 'csv', ['title', 'deleted']);
  await vi.waitFor(() => expect(rows()).toEqual(['Ano date', 'Bno datein the trash']));
});

test('shows when the file was last changed if the file contains no date', async () => {
  const { choose, rows } = panel();
  await choose(chosenFile('Text', 'Heron.md', Date.UTC(2023, 10, 14, 12)));
  await vi.waitFor(() => expect(rows()).toEqual(['HeronTextNov 14, 2023']));
});

test('says how dates are read if no date shows the order of day and month', async () => {
  const { transfer, textOf } = panel();
  const unclear = 'No date shows whether the day or the month comes first. All dates are read as month/day/year.';
  const hints = () => textOf('.transfer-columns label:last-child .hint');
  await transfer.choose([new File(['title,created\nA,05/11/2025\n'], 'x.csv')]);
  await vi.waitFor(() => expect(hints()).toEqual(['05/11/2025', unclear]));
  transfer.setColumn(1, null);
  await vi.waitFor(() => expect(hints()).toEqual(['05/11/2025']));
  await transfer.choose([new File(['title,created\nA,28/11/2025\n'], 'x.csv')]);
  await vi.waitFor(() => expect(hints()).toEqual(['28/11/2025']));
});

test('closes on Escape, and returns the focus to the button that chose the file', async () => {
  const { choose, escape, focused, stepOf, textOf } = panel();
  await choose(bookmarks(1), 'Choose a folder…');
  escape();
  await vi.waitFor(() => expect(focused()).toBe('Choose a folder…'));
  stepOf('choose');
  expect(textOf('h4')).toEqual([]);
});

test('lets the user choose the collection for a file without collections', async () => {
  const { choose, into, press, connection, stepOf, textOf } = panel();
  const house = await connection.client.collections.create({ name: 'House' });
  await choose(bookmarks(1));
  await vi.waitFor(() => expect(textOf('.transfer-step option')).toEqual(['No collection', 'House']));
  await into(house.id);
  press('Import 1 memory');
  await vi.waitFor(() => stepOf('done'));
  expect((await connection.client.memories.list()).memories).toMatchObject([{ collection: house.id }]);
});

test('offers the collections of the file as the default', async () => {
  const { choose, press, connection, stepOf, textOf } = panel();
  await choose(bookmarks(1, 'Garden'));
  expect(textOf('.transfer-step option')).toEqual(['The collections named in the file', 'No collection']);
  expect(textOf('.transfer-step .hint').map((text) => text?.trim())).toEqual(['Garden']);
  press('Import 1 memory');
  await vi.waitFor(() => stepOf('done'));
  expect((await connection.client.collections.list()).collections).toMatchObject([{ name: 'Garden', memoryCount: 1 }]);
});
