import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ListArea } from '../../../../src/ui/components/list-area.tsx';
import { ScreenContext } from '../../../../src/ui/components/screen.ts';
import { connectToService, type TestConnection } from '../connection.ts';
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

async function findNothing(saveQuery: ((query: string) => void) | undefined) {
  const screen = popupOn(undefined, connection);
  const none = () => {};
  const list = h(ListArea, { renderEmpty: () => null, focusSearch: none, back: none, saveQuery });
  render(h(ScreenContext.Provider, { value: screen, children: list }), page.document.body);
  screen.results.type('zyx');
  const title = () => page.document.querySelector('.message h2')?.textContent;
  await vi.waitFor(() => expect(title()).toBe('Nothing found for “zyx”'), { timeout: 3_000 });
  const buttons = () => [...page.document.querySelectorAll<InstanceType<typeof page.HTMLElement>>('button')];
  return { screen, title, buttons };
}

it('saves the text of the search field, even if the list still shows the results of an earlier text', async () => {
  const saved: string[] = [];
  const { screen, title, buttons } = await findNothing((query) => saved.push(query));
  screen.results.type('zyxwvu ');
  expect(title()).toBe('Nothing found for “zyx”');
  buttons().at(-1)!.click();
  expect(saved).toEqual(['zyxwvu']);
});

it('doesn’t offer to save if the user may only read', async () => {
  const { buttons } = await findNothing(undefined);
  expect(buttons().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Clear')]);
});
