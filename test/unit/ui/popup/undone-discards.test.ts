import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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

/** A new popup with the same storage and service. */
async function reopened() {
  const popup = popupOn(passage, connection, {}, undefined, undefined, storage);
  await popup.open();
  return popup;
}

const pause = () => vi.advanceTimersByTime(300);

it('a note that was begun since a discard waits if the discard is undone', async () => {
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

it('an edit that was begun since a discard can be brought back if the discard is undone', async () => {
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
