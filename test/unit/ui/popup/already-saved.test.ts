import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unreachable, holdResponses, passThrough, stopTime } from '../connection.ts';
import { passage, popupOn } from './screen.ts';

beforeEach(() => {
  stopTime();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A popup over a page whose selection an earlier popup saved. */
async function openAgain() {
  const first = popupOn(passage);
  await first.open();
  await first.save();
  const reopened = popupOn(passage, first.connection);
  await reopened.open();
  return reopened;
}

describe('a selection that is saved already', () => {
  it('is recognised by text and address, even if an earlier popup saved it', async () => {
    const first = popupOn(passage);
    await first.open();
    await first.save();
    const reopened = popupOn(passage, first.connection);
    await reopened.open();
    expect(reopened.saving.existing.value?.content).toBe(passage.selection);
    for (const other of [
      { ...passage, selection: 'Open it' },
      { ...passage, url: 'https://example.org/other' },
    ]) {
      const popup = popupOn(other, first.connection);
      await popup.open();
      expect(popup.saving.existing.value).toBeUndefined();
    }
  });

  it('is offered again once its text changes, and recognised when it is changed back', async () => {
    const popup = await openAgain();
    popup.saving.change({ content: 'Open' });
    expect(popup.saving.existing.value).toBeUndefined();
    popup.saving.change({ content: `${passage.selection}  ` });
    expect(popup.saving.existing.value).toBeDefined();
  });

  it('is shown instead of being saved twice', async () => {
    const popup = await openAgain();
    await popup.connection.client.memories.create({ content: 'another' });
    await popup.save();
    expect(popup.shown()).toEqual([passage.selection]);
    expect(await popup.stored()).toEqual(['another', passage.selection]);
  });

  it('is not saved twice if Save is pressed during the check', async () => {
    const first = popupOn(passage);
    await first.open();
    await first.save();
    const reopened = popupOn(passage, first.connection);
    const answers = holdResponses();
    reopened.connection.handleWith(answers.handler);
    const asking = reopened.saving.open();
    await reopened.connection.untilIdle(1);
    reopened.connection.handleWith(passThrough);
    const saving = reopened.save();
    await reopened.connection.untilIdle(1);
    answers.release(0);
    await Promise.all([asking, saving]);
    expect(await reopened.stored()).toEqual([passage.selection]);
    expect(reopened.results.view.value?.single).toBe(true);
  });

  it('is offered again once its memory is deleted', async () => {
    const popup = await openAgain();
    await popup.actions.remove(popup.results.view.value!.memories[0]!);
    expect(popup.saving.existing.value).toBeUndefined();
    await popup.press();
    expect(popup.saving.existing.value).toBeDefined();
  });

  it('is compared again after edits in the list', async () => {
    const popup = await openAgain();
    await popup.actions.change(popup.results.view.value!.memories[0]!, { tags: ['home'] });
    expect(popup.saving.existing.value?.tags).toEqual(['home']);
    await popup.actions.change(popup.results.view.value!.memories[0]!, { content: 'Other words' });
    expect(popup.saving.existing.value).toBeUndefined();
    await popup.press();
    expect(popup.saving.existing.value).toBeDefined();
  });

  it('is not saved twice if only the check at the opening gets no response', async () => {
    const { connection } = await openAgain();
    connection.handleWith(unreachable);
    const popup = popupOn(passage, connection);
    await popup.open();
    expect([popup.saving.draft.value?.content, popup.saving.existing.value]).toEqual([passage.selection, undefined]);
    connection.handleWith(passThrough);
    await popup.save();
    expect(popup.results.view.value?.single).toBe(true);
    expect(await popup.stored()).toEqual([passage.selection]);
  });

  it('can be saved if no check gets a response', async () => {
    const { connection } = await openAgain();
    connection.handleWith((request, pass) => (request.method === 'GET' ? unreachable(request, pass) : pass()));
    const popup = popupOn(passage, connection);
    await popup.open();
    await popup.save();
    expect(popup.shownNotice()).toEqual(['Saved', 'Undo']);
    connection.handleWith(passThrough);
    expect(await popup.stored()).toEqual([passage.selection, passage.selection]);
  });
});
