import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { afterEach, expect, it, vi } from 'vitest';
import { FrameContext } from '../../../../src/ui/components/frame.ts';
import { SaveBar } from '../../../../src/ui/components/save-bar.tsx';
import { ScreenContext } from '../../../../src/ui/components/screen.ts';
import { passage, popupOn, storageInMemory } from '../popup/screen.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The save bar of an open popup. `captured`: what the active page offers. */
async function openBar(captured?: Parameters<typeof popupOn>[0], storage = storageInMemory()) {
  const page = new Window();
  for (const name of ['document', 'Element', 'HTMLElement', 'Node'] as const) vi.stubGlobal(name, page[name]);
  const popup = popupOn(captured, undefined, {}, undefined, undefined, storage);
  await popup.open();
  const bar = h(SaveBar, { saving: popup.saving, save: popup.save, discard: popup.drafts.discard });
  const screen = h(ScreenContext.Provider, { value: popup, children: bar });
  render(h(FrameContext.Provider, { value: popup, children: screen }), page.document.body);
  const text = () => page.document.querySelector('textarea')?.value;
  const textIs = (wanted: string | undefined) => vi.waitFor(() => expect(text()).toBe(wanted));
  const { press } = popup;
  return {
    popup,
    textIs,
    press,
    cancel: () =>
      [...page.document.querySelectorAll<InstanceType<typeof page.HTMLButtonElement>>('button')]
        .find(({ textContent }) => textContent.startsWith('Cancel'))!
        .click(),
    escape: () =>
      page.document
        .querySelector('textarea')!
        .dispatchEvent(new page.KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })),
  };
}

type Bar = Awaited<ReturnType<typeof openBar>>;

it.each([
  ['the Cancel button', ({ cancel }: Bar) => cancel()],
  ['Escape', ({ escape }: Bar) => void escape()],
])('%s discards the note, and Undo opens it again', async (_, leave) => {
  const bar = await openBar();
  const { popup, textIs } = bar;
  popup.saving.note('a hotel in Porto');
  popup.saving.change({ tags: ['travel'] });
  await textIs('a hotel in Porto');
  leave(bar);
  await textIs(undefined);
  // If this were true, Enter in the empty search field would save the discarded note.
  expect(popup.canSave()).toBe(false);
  expect(popup.shownNotice()).toEqual(['Draft discarded', 'Undo']);
  await bar.press();
  await textIs('a hotel in Porto');
  expect(popup.saving.draft.value?.tags).toEqual(['travel']);
});

it('a cancelled note isn’t restored by the next popup, unless Cancel was undone', async () => {
  const storage = storageInMemory();
  const { popup, textIs, cancel, press } = await openBar(undefined, storage);
  popup.saving.note('a hotel in Porto');
  popup.drafts.flush();
  await textIs('a hotel in Porto');
  cancel();
  popup.drafts.flush();
  expect(storage.keys()).toEqual([]);
  await press();
  popup.drafts.flush();
  expect((await openBar(undefined, storage)).popup.saving.draft.value?.content).toBe('a hotel in Porto');
});

it('Cancel offers the text of the page again, without the user’s changes', async () => {
  const { popup, textIs, cancel, press } = await openBar(passage);
  popup.saving.change({ content: 'Turn the valve' });
  popup.saving.write();
  await textIs('Turn the valve');
  cancel();
  await textIs(undefined);
  expect(popup.saving.draft.value?.content).toBe(passage.selection);
  await press();
  await textIs('Turn the valve');
});

it('Cancel says nothing if nothing was written', async () => {
  const { popup, textIs, cancel } = await openBar();
  popup.saving.note('');
  await textIs('');
  cancel();
  await textIs(undefined);
  expect(popup.shownNotice()).toEqual([undefined, undefined]);
});

it('a note whose save was undone can be brought back after Cancel', async () => {
  const { popup, textIs, cancel, press } = await openBar();
  popup.saving.note('a hotel in Porto');
  await popup.save();
  await press();
  popup.saving.write();
  await textIs('a hotel in Porto');
  cancel();
  await textIs(undefined);
  await press();
  await textIs('a hotel in Porto');
});

it('undoing Cancel keeps a note that was begun since as a draft', async () => {
  const { popup, textIs, cancel, press } = await openBar();
  popup.saving.note('a hotel in Porto');
  await textIs('a hotel in Porto');
  cancel();
  popup.saving.note('a train to Porto');
  await textIs('a train to Porto');
  await press();
  await textIs('a hotel in Porto');
  expect(popup.drafts.others.value.map(({ draft }) => draft.content)).toEqual(['a train to Porto']);
});
