import type { Window } from 'happy-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TestConnection } from '../connection.ts';
import { popupOn } from '../popup/screen.ts';
import { listPage, renderList } from './list-page.ts';

let connection: TestConnection;
let page: Window;

beforeEach(async () => {
  ({ connection, page } = await listPage(4));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const rows = () => [...page.document.querySelectorAll<InstanceType<typeof page.HTMLElement>>('[data-row]')];
const focused = () => rows().findIndex((row) => row === page.document.activeElement);

async function onSecondRow() {
  const screen = popupOn(undefined, connection);
  renderList(page, screen);
  screen.results.type('heron ');
  await vi.waitFor(() => expect(rows()).toHaveLength(4), { timeout: 3_000 });
  await connection.untilIdle();
  rows()[1]!.focus();
  return screen;
}

async function removeFocused(screen: Awaited<ReturnType<typeof onSecondRow>>) {
  const memory = screen.results.view.value!.memories[focused()]!;
  const remaining = rows().length - 1;
  await screen.actions.remove(memory);
  await vi.waitFor(() => expect(rows()).toHaveLength(remaining));
  return memory.id;
}

it('returns the focus to the row whose deletion is undone', async () => {
  const screen = await onSecondRow();
  const id = await removeFocused(screen);
  await vi.waitFor(() => expect(focused()).toBe(1));
  await screen.notices.undo();
  await vi.waitFor(() => expect(page.document.activeElement?.getAttribute('data-row')).toBe(id));
});

it('returns the focus to each row when two deletions are undone', async () => {
  const screen = await onSecondRow();
  const first = await removeFocused(screen);
  await vi.waitFor(() => expect(focused()).toBe(1));
  const second = await removeFocused(screen);
  for (const id of [second, first]) {
    await screen.notices.undo();
    await vi.waitFor(() => expect(page.document.activeElement?.getAttribute('data-row')).toBe(id));
  }
});

it('an undo takes no focus from an element outside the list', async () => {
  const screen = await onSecondRow();
  await removeFocused(screen);
  const field = page.document.createElement('input');
  page.document.body.append(field);
  field.focus();
  await screen.notices.undo();
  await vi.waitFor(() => expect(rows()).toHaveLength(4));
  await connection.untilIdle();
  expect(page.document.activeElement).toBe(field);
});
