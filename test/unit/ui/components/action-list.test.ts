import { signal } from '@preact/signals';
import { h, render } from 'preact';
import { afterEach, expect, it, vi } from 'vitest';
import { ActionList, type ListedAction } from '../../../../src/ui/components/action-list.tsx';
import { ScreenContext } from '../../../../src/ui/components/screen.ts';
import { popupOn } from '../popup/screen.ts';
import { listPage } from './list-page.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('the action list can be reopened before the browser reports that it was closed', async () => {
  const { connection, page } = await listPage(0);
  const actions = signal<ListedAction[] | undefined>(undefined);
  const screen = popupOn(undefined, connection);
  const list = h(ActionList, { actions });
  render(h(ScreenContext.Provider, { value: screen, children: list }), page.document.body);
  const dialog = page.document.querySelector('dialog')!;
  // In browsers, the close event comes in a later task.
  dialog.close = () => dialog.removeAttribute('open');
  const ran: string[] = [];
  const all = ['Edit', 'Delete'].map((name) => ({ name, run: () => void ran.push(name) }));
  const nextTask = () => new Promise((resolve) => setTimeout(resolve, 50));
  const untilOpen = () => vi.waitFor(() => expect(dialog.hasAttribute('open')).toBe(true));

  actions.value = all;
  await untilOpen();
  dialog.dispatchEvent(new page.KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  expect([ran, dialog.hasAttribute('open')]).toEqual([['Edit'], false]);
  await nextTask();
  actions.value = all.slice();
  await untilOpen();
  dialog.dispatchEvent(new page.Event('close'));
  await nextTask();
  expect([actions.value?.length, dialog.hasAttribute('open')]).toEqual([2, true]);

  // As the browser does for Escape.
  dialog.close();
  actions.value = all.slice();
  await untilOpen();
  dialog.dispatchEvent(new page.Event('close'));
  await nextTask();
  expect([actions.value?.length, dialog.hasAttribute('open')]).toEqual([2, true]);

  dialog.close();
  dialog.dispatchEvent(new page.Event('close'));
  expect(actions.value).toBeUndefined();
});
