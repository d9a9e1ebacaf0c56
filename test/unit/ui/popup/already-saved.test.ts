import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cut, holding, lineToService, open, stopTime } from '../line.ts';
import { passage, popupOn } from './screen.ts';

beforeEach(() => {
  stopTime();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A popup over a page whose selection an earlier popup saved. */
async function openedAgain() {
  const first = popupOn(passage);
  await first.open();
  await first.save();
  const again = popupOn(passage, first.line);
  await again.open();
  return again;
}

describe('a selection that is saved already', () => {
  it('is recognized by text and address, even from an earlier popup', async () => {
    const first = popupOn(passage);
    await first.open();
    await first.save();
    const again = popupOn(passage, first.line);
    await again.open();
    expect(again.saving.already.value?.content).toBe(passage.selection);
    for (const other of [
      { ...passage, selection: 'Open it' },
      { ...passage, url: 'https://example.org/other' },
    ]) {
      const popup = popupOn(other, first.line);
      await popup.open();
      expect(popup.saving.already.value).toBeUndefined();
    }
  });

  it('is offered again once its text changes, and recognized when it is changed back', async () => {
    const popup = await openedAgain();
    popup.saving.change({ content: 'Open' });
    expect(popup.saving.already.value).toBeUndefined();
    popup.saving.change({ content: `${passage.selection}  ` });
    expect(popup.saving.already.value).toBeDefined();
  });

  it('is shown instead of saved twice', async () => {
    const popup = await openedAgain();
    await popup.line.client.memories.create({ content: 'another' });
    await popup.save();
    expect(popup.shown()).toEqual([passage.selection]);
    expect(await popup.kept()).toEqual(['another', passage.selection]);
  });

  it('is not saved twice if Save is pressed before the check', async () => {
    const first = popupOn(passage);
    await first.open();
    await first.save();
    const again = popupOn(passage, first.line);
    const answers = holding();
    again.line.be(answers.way);
    const asking = again.saving.open();
    await again.line.rest(1);
    again.line.be(open);
    const saving = again.save();
    await again.line.rest(1);
    answers.release(0);
    await Promise.all([asking, saving]);
    expect(await again.kept()).toEqual([passage.selection]);
    expect(again.results.view.value?.single).toBe(true);
  });

  it('is offered again once deleted', async () => {
    const popup = await openedAgain();
    await popup.actions.remove(popup.results.view.value!.memories[0]!);
    expect(popup.saving.already.value).toBeUndefined();
    await popup.press();
    expect(popup.saving.already.value).toBeDefined();
  });

  it('follows edits in the list', async () => {
    const popup = await openedAgain();
    await popup.actions.change(popup.results.view.value!.memories[0]!, { tags: ['home'] });
    expect(popup.saving.already.value?.tags).toEqual(['home']);
    await popup.actions.change(popup.results.view.value!.memories[0]!, { content: 'Other words' });
    expect(popup.saving.already.value).toBeUndefined();
    await popup.press();
    expect(popup.saving.already.value).toBeDefined();
  });

  it('is not recognized without a response, and can still be saved', async () => {
    const line = lineToService();
    line.be(cut);
    const popup = popupOn(passage, line);
    await popup.open();
    expect([popup.saving.draft.value?.content, popup.saving.already.value]).toEqual([passage.selection, undefined]);
    line.be(open);
    await popup.save();
    expect(popup.said()).toEqual(['Saved', 'Undo']);
  });
});
