import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftStore } from '../../../../src/ui/state/draft-store.ts';
import { connectToService, stopTime, type TestConnection } from '../connection.ts';
import { passage, popupOn, storageInMemory } from './screen.ts';

let storage: ReturnType<typeof storageInMemory>;
let connection: TestConnection;

beforeEach(() => {
  stopTime();
  storage = storageInMemory();
  connection = connectToService();
});

afterEach(() => {
  vi.useRealTimers();
});

async function reopened() {
  const popup = popupOn(passage, connection, {}, undefined, undefined, storage);
  await popup.open();
  return popup;
}

const pause = () => vi.advanceTimersByTime(300);

it('undoing a discard reopens the discarded note, and keeps a newer note as a draft', async () => {
  (await reopened()).saving.note('buy washers');
  pause();
  const popup = await reopened();
  popup.drafts.discard();
  popup.saving.note('call the plumber');
  await popup.press();
  pause();
  expect(popup.saving.draft.value?.content).toBe('buy washers');
  expect(popup.drafts.others.value.map(({ draft }) => draft.content)).toEqual(['call the plumber']);
  const stored = draftStore(storage)
    .newDrafts()
    .map(({ draft }) => draft.content);
  expect(stored.sort()).toEqual(['buy washers', 'call the plumber']);
});

it('after Undo reopens a discarded edit, a second Undo reopens the newer edit', async () => {
  const memory = await connection.client.memories.create({ content: 'Room twelve' });
  const popup = await reopened();
  for (const content of ['Room twelve, old', 'Room twelve, new']) {
    popup.actions.edit(memory, 'text');
    popup.actions.editing.value!.content.value = content;
    if (content.endsWith('old')) popup.actions.leave();
  }
  const shown = () => popup.actions.editing.value?.content.value;
  await popup.press();
  expect(shown()).toBe('Room twelve, old');
  await popup.press();
  expect(shown()).toBe('Room twelve, new');
});

describe('undoing the discard of an earlier edit keeps a newer edit', () => {
  async function popupWithEdit() {
    const memory = await connection.client.memories.create({ content: 'Room twelve' });
    const first = await reopened();
    first.actions.edit(memory, 'text');
    first.actions.editing.value!.content.value = 'Room twelve, old';
    pause();
    const popup = await reopened();
    const begin = (content: string) => {
      popup.actions.edit(memory, 'text');
      popup.actions.editing.value!.content.value = content;
      pause();
    };
    return { popup, memory, begin };
  }
  const stored = () =>
    draftStore(storage)
      .edits()
      .map(({ content }) => content);
  const refusal = ['There is a newer edit of this memory. Save or discard it, then undo again.', 'Undo'];

  it('that is open', async () => {
    const { popup, begin } = await popupWithEdit();
    popup.drafts.discardEdit(popup.drafts.edits.value[0]!);
    begin('Room twelve, new');
    await popup.press();
    pause();
    expect([popup.shownNotice(), popup.drafts.edits.value, stored()]).toEqual([refusal, [], ['Room twelve, new']]);
    popup.actions.editing.value = undefined;
    await popup.press();
    expect([popup.drafts.edits.value.map(({ content }) => content), stored()]).toEqual([
      ['Room twelve, old'],
      ['Room twelve, old'],
    ]);
  });

  it('that is a draft, if the earlier edit was discarded in the list of drafts', async () => {
    const { popup, begin } = await popupWithEdit();
    const other = await connection.client.memories.create({ content: 'Buy washers' });
    popup.drafts.discardEdit(popup.drafts.edits.value[0]!);
    begin('Room twelve, new');
    popup.actions.edit(other, 'text');
    await popup.press();
    expect([popup.shownNotice(), stored()]).toEqual([refusal, ['Room twelve, new']]);
  });

  it('that another screen stored', async () => {
    const { popup, memory } = await popupWithEdit();
    popup.drafts.discardEdit(popup.drafts.edits.value[0]!);
    const another = await reopened();
    another.actions.edit(memory, 'text');
    another.actions.editing.value!.content.value = 'Room twelve, new';
    pause();
    await popup.press();
    expect([popup.shownNotice(), stored()]).toEqual([refusal, ['Room twelve, new']]);
  });

  it('that is a draft, if the earlier edit was discarded in the editor; the next Undo opens the newer edit', async () => {
    const { popup, begin } = await popupWithEdit();
    const other = await connection.client.memories.create({ content: 'Buy washers' });
    begin('Room twelve, old');
    popup.actions.leave();
    begin('Room twelve, new');
    popup.actions.edit(other, 'text');
    const shown = () => popup.actions.editing.value?.content.value;
    await popup.press();
    pause();
    expect(shown()).toBe('Room twelve, old');
    await popup.press();
    pause();
    expect(shown()).toBe('Room twelve, new');
  });
});
