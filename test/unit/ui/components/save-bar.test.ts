import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { afterEach, expect, it, vi } from 'vitest';
import { FrameContext } from '../../../../src/ui/components/frame.ts';
import { SaveBar } from '../../../../src/ui/components/save-bar.tsx';
import { ScreenContext } from '../../../../src/ui/components/screen.ts';
import { popupOn } from '../popup/screen.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('the Cancel button closes the note form and keeps the draft', async () => {
  const page = new Window();
  for (const name of ['document', 'Element', 'HTMLElement', 'Node'] as const) vi.stubGlobal(name, page[name]);
  const popup = popupOn(undefined);
  popup.saving.note('a hotel in Porto');
  const bar = h(SaveBar, { saving: popup.saving, save: popup.save });
  const screen = h(ScreenContext.Provider, { value: popup, children: bar });
  render(h(FrameContext.Provider, { value: popup, children: screen }), page.document.body);
  const buttons = () => [...page.document.querySelectorAll<InstanceType<typeof page.HTMLButtonElement>>('button')];
  buttons()
    .find(({ textContent }) => textContent.startsWith('Cancel'))!
    .click();
  await vi.waitFor(() => expect(page.document.querySelector('textarea')).toBeNull());
  expect(popup.saving.draft.value?.content).toBe('a hotel in Porto');
  expect(buttons().some(({ textContent }) => textContent.startsWith('Cancel'))).toBe(false);
});
