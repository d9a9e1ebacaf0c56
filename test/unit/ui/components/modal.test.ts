import { signal, type Signal } from '@preact/signals';
import { h, render, type ComponentChild } from 'preact';
import { afterEach, expect, it, vi } from 'vitest';
import { ActionList, type ListedAction } from '../../../../src/ui/components/action-list.tsx';
import { KeysDialog } from '../../../../src/ui/components/keys-dialog.tsx';
import { ScreenContext } from '../../../../src/ui/components/screen.ts';
import { popupOn } from '../popup/screen.ts';
import { listPage } from './list-page.ts';

afterEach(() => {
  actionsSignal.value = undefined;
  keysSignal.value = false;
  vi.unstubAllGlobals();
});

/** Renders a dialog whose close event comes in a later task, as in browsers. */
async function modal(dialogOf: () => ComponentChild) {
  const { connection, page } = await listPage(0);
  const screen = popupOn(undefined, connection);
  render(h(ScreenContext.Provider, { value: screen, children: dialogOf() }), page.document.body);
  const dialog = page.document.querySelector('dialog')!;
  dialog.close = () => {
    if (!dialog.hasAttribute('open')) return;
    dialog.removeAttribute('open');
    setTimeout(() => dialog.dispatchEvent(new page.Event('close')), 20);
  };
  return {
    press(key: string, more: { isComposing?: boolean } = {}) {
      const event = new page.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
      dialog.dispatchEvent(event);
      // What browsers do with the key.
      if (key === 'Escape' && !event.defaultPrevented && more.isComposing !== true) dialog.close();
    },
    closes: () => dialog.close(),
    isOpen: () => dialog.hasAttribute('open'),
    untilOpen: () => vi.waitFor(() => expect(dialog.hasAttribute('open')).toBe(true)),
    untilClosed: () => vi.waitFor(() => expect(dialog.hasAttribute('open')).toBe(false)),
    afterClose: () => new Promise((resolve) => setTimeout(resolve, 60)),
  };
}

const actionsSignal = signal<ListedAction[] | undefined>(undefined);
const keysSignal = signal(false);
const opened = <Value>(state: Signal<Value>, value: Value) => void (state.value = value);
const dialogs = [
  {
    name: 'the action list',
    dialog: () => h(ActionList, { actions: actionsSignal }),
    open: () => opened(actionsSignal, []),
    isWanted: () => actionsSignal.value !== undefined,
  },
  {
    name: 'the list of keys',
    dialog: () => h(KeysDialog, { open: keysSignal }),
    open: () => opened(keysSignal, true),
    isWanted: () => keysSignal.value,
  },
];

it.each(dialogs)('$name can be reopened before the browser reports that it was closed', async ({ dialog, open }) => {
  const { press, untilOpen, untilClosed, isOpen, afterClose } = await modal(dialog);
  open();
  await untilOpen();
  press('Escape');
  open();
  await afterClose();
  expect(isOpen()).toBe(true);
  press('Escape');
  await untilClosed();
  open();
  await afterClose();
  expect(isOpen()).toBe(true);
});

it.each(dialogs)('$name stays closed once the browser has closed it', async ({ dialog, open, isWanted }) => {
  const { closes, untilOpen, isOpen, afterClose } = await modal(dialog);
  open();
  await untilOpen();
  closes();
  await afterClose();
  expect([isOpen(), isWanted()]).toEqual([false, false]);
  open();
  await untilOpen();
});

it.each(dialogs)('$name stays open on Escape while a character is being composed', async ({ dialog, open }) => {
  const { press, untilOpen, isOpen, afterClose } = await modal(dialog);
  open();
  await untilOpen();
  press('Escape', { isComposing: true });
  await afterClose();
  expect(isOpen()).toBe(true);
});

it('an action runs once the action list is closed, and the list can be opened again', async () => {
  const { press, untilOpen, untilClosed, isOpen, afterClose } = await modal(dialogs[0]!.dialog);
  const ran: string[] = [];
  const all = ['Edit', 'Delete'].map((name) => ({ name, run: () => void ran.push(`${name}, open: ${isOpen()}`) }));
  opened(actionsSignal, all);
  await untilOpen();
  press('Enter');
  expect(ran).toEqual(['Edit, open: false']);
  await untilClosed();
  opened(actionsSignal, all.slice());
  await afterClose();
  expect(isOpen()).toBe(true);
});
