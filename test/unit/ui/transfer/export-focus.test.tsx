import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { agoIn } from '../../../../src/ui/i18n/ago.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { TransferPanel } from '../../../../src/ui/transfer/transfer-panel.tsx';
import { fill, transferOn } from './screen.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function panel() {
  const { document } = new Window();
  vi.stubGlobal('document', document);
  const screen = transferOn();
  const t = translator();
  render(h(TransferPanel, { transfer: screen.transfer, t, ago: agoIn(t) }), document.body);
  const button = (label: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === label);
  return {
    ...screen,
    press(label: string): void {
      button(label)!.focus();
      button(label)!.click();
    },
    isDisabled: (label: string) => [button(label)!.disabled, button(label)!.getAttribute('aria-disabled')],
    isShown: (label: string) => button(label) !== undefined,
    focused: () => document.activeElement?.textContent,
  };
}

test('keeps the focus on the button during and after an export', async () => {
  const { press, focused, saved, isDisabled, connection } = panel();
  const gate = Promise.withResolvers<void>();
  connection.handleWith((_, pass) => gate.promise.then(pass));
  press('Export CSV');
  // The button is only marked with aria-disabled, since a browser removes the focus from a disabled button.
  await vi.waitFor(() => expect(isDisabled('Export CSV')).toEqual([false, 'true']));
  gate.resolve();
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(focused()).toBe('Export CSV');
});

test('returns the focus to the button when the export is cancelled', async () => {
  const { press, focused, isShown, connection, saved } = panel();
  await fill(connection);
  const gate = Promise.withResolvers<void>();
  connection.handleWith((_, pass) => gate.promise.then(pass));
  press('Export CSV');
  await vi.waitFor(() => expect(isShown('Cancel')).toBe(true));
  press('Cancel');
  gate.resolve();
  await vi.waitFor(() => expect(isShown('Cancel')).toBe(false));
  expect([focused(), saved]).toEqual(['Export CSV', []]);
});
