import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftStore } from '../../../../src/ui/state/draft-store.ts';
import type { MemoryDraft } from '../../../../src/ui/state/memory-draft.ts';
import { connectToService, holdResponses, passThrough, stopTime, type TestConnection } from '../connection.ts';
import { passage, popupOn, storageInMemory, type PopupOn } from './screen.ts';

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

/** Saves an edit, and calls `during` before the response arrives. */
async function saveEditDuring(during: (draft: MemoryDraft, popup: PopupOn) => void) {
  const memory = await connection.client.memories.create({ content: 'Room twelve', tags: ['hotel'] });
  const popup = await reopened();
  popup.actions.edit(memory, 'text');
  const draft = popup.actions.editing.value!;
  draft.content.value = 'Room twelve, ask';
  draft.tagEntry.value = 'Lisbon';
  const responses = holdResponses();
  connection.handleWith(responses.handler);
  const saving = popup.actions.saveEdit(draft);
  await connection.untilIdle(1);
  during(draft, popup);
  connection.handleWith(passThrough);
  responses.release(0);
  await saving;
  pause();
  return { popup, read: () => connection.client.memories.read(memory.id) };
}

it('text typed while an edit is being saved stays in the editor', async () => {
  const { popup, read } = await saveEditDuring(({ content }) => (content.value += ' for the back'));
  const draft = popup.actions.editing.value!;
  expect(draft.content.value).toBe('Room twelve, ask for the back');
  expect([draft.tags.value, draft.tagEntry.value]).toEqual([['hotel', 'Lisbon'], '']);
  expect(draftStore(storage).edits()).toMatchObject([{ content: 'Room twelve, ask for the back' }]);
  await popup.actions.saveEdit(draft);
  expect(await read()).toMatchObject({
    content: 'Room twelve, ask for the back',
    tags: ['hotel', 'Lisbon'],
    version: 3,
  });
  expect(popup.actions.editing.value).toBeUndefined();
});

it('the editor closes after a save if nothing was typed meanwhile', async () => {
  const { popup } = await saveEditDuring(() => {});
  expect([popup.actions.editing.value, storage.keys()]).toEqual([undefined, []]);
});

it('a saved edit isn’t kept as a draft if the user begins another edit during the save', async () => {
  const other = await connection.client.memories.create({ content: 'Buy washers' });
  const { popup, read } = await saveEditDuring((_, { actions }) => actions.edit(other, 'text'));
  expect(await read()).toMatchObject({ content: 'Room twelve, ask', tags: ['hotel', 'Lisbon'] });
  expect(popup.actions.editing.value?.memory.id).toBe(other.id);
  expect([popup.drafts.edits.value, draftStore(storage).edits()]).toEqual([[], []]);
});

it('text typed during a save is kept as a draft if the user then begins another edit', async () => {
  const other = await connection.client.memories.create({ content: 'Buy washers' });
  const { popup, read } = await saveEditDuring(({ content }, { actions }) => {
    content.value += ' for the back';
    actions.edit(other, 'text');
  });
  expect(popup.drafts.edits.value).toMatchObject([{ content: 'Room twelve, ask for the back' }]);
  await popup.drafts.resumeEdit(popup.drafts.edits.value[0]!);
  await popup.actions.saveEdit(popup.actions.editing.value!);
  expect(await read()).toMatchObject({ content: 'Room twelve, ask for the back', version: 3 });
});

it('a change from outside the editor keeps the open edit of the same memory', async () => {
  const memory = await connection.client.memories.create({ content: 'Room twelve' });
  const popup = await reopened();
  popup.actions.edit(memory, 'text');
  popup.actions.editing.value!.content.value = 'Room twelve, ask for the back';
  await popup.actions.change(memory, { title: 'Hotel' });
  expect(popup.actions.editing.value?.content.value).toBe('Room twelve, ask for the back');
});

it.each([
  ['reached the service', true],
  ['didn’t reach the service', false],
])('a page’s draft is saved once, then removed, if the popup closed during a save that %s', async (_, arrives) => {
  const first = await reopened();
  first.saving.change({ tags: ['repairs'] });
  connection.handleWith((request, pass) => {
    if (request.method !== 'POST') return pass();
    if (arrives) void pass();
    return new Promise(() => {});
  });
  void first.save();
  await connection.untilIdle(1);
  expect(storage.keys()).toHaveLength(1);
  connection.handleWith(passThrough);
  const second = await reopened();
  await vi.waitFor(() => expect(second.shownNotice()).toEqual(['Saved', 'Undo']));
  pause();
  expect([await second.stored(), storage.keys()]).toEqual([[passage.selection], []]);
  const third = await reopened();
  expect([third.saving.touched.value, third.drafts.others.value]).toEqual([false, []]);
  expect(third.saving.existing.value?.tags).toEqual(['repairs']);
});

it('control: if a memory already has the draft’s text, saving shows the memory and keeps the draft', async () => {
  await connection.client.memories.create({ content: passage.selection!, url: passage.url! });
  const popup = await reopened();
  popup.saving.change({ tags: ['repairs'] });
  await popup.save();
  pause();
  expect([await popup.stored(), popup.results.view.value?.single]).toEqual([[passage.selection], true]);
  expect(storage.keys()).toHaveLength(1);
});
