import { Window } from 'happy-dom';
import { h, render, type ComponentChildren } from 'preact';
import { vi } from 'vitest';
import { ListArea } from '../../../../src/ui/components/list-area.tsx';
import { ScreenContext, type Screen } from '../../../../src/ui/components/screen.ts';
import { connectToService } from '../connection.ts';

/** A service with this many memories about herons, and a page that stands in for the browser's. */
export async function listPage(count: number) {
  const connection = connectToService();
  const page = new Window();
  for (const name of ['document', 'Element', 'HTMLElement', 'Node'] as const) vi.stubGlobal(name, page[name]);
  for (let number = 1; number <= count; number++)
    await connection.client.memories.create({ content: `Heron ${number}` });
  return { connection, page };
}

/** Renders a screen's list into the page. `wrap` adds the contexts that the rows need. */
export function renderList(
  page: Window,
  screen: Screen,
  wrap: (list: ComponentChildren) => ComponentChildren = (list) => list,
): void {
  const none = () => {};
  const list = h(ListArea, { renderEmpty: () => null, focusSearch: none, back: none, saveQuery: undefined });
  render(wrap(h(ScreenContext.Provider, { value: screen, children: list })), page.document.body);
}
