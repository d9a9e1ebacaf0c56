import { expect, test } from 'vitest';
import { draftStore } from '../../../../src/ui/state/draft-store.ts';
import { connectToService } from '../connection.ts';
import { page, popupOn, storageInMemory } from '../popup/screen.ts';
import { libraryOn } from './library-on.ts';

/** A service, and functions that create a popup or a library on it, with the drafts of earlier screens. */
function screens() {
  const [connection, storage] = [connectToService(), storageInMemory()];
  return {
    connection,
    storage,
    popup: () => popupOn(page, connection, {}, undefined, undefined, storage),
    library: async () => {
      const library = libraryOn(connection, storage);
      library.drafts!.begin();
      await library.refresh();
      return library;
    },
  };
}

test('restores a note that was begun in the library, until it is saved', async () => {
  const { library, storage } = screens();
  const first = await library();
  first.saving.note('buy washers');
  first.drafts!.flush();
  const second = await library();
  expect(second.saving.draft.value).toMatchObject({ kind: 'note', content: 'buy washers' });
  await second.save();
  expect(second.shownNotice()[0]).toBe('Saved');
  expect(storage.keys()).toEqual([]);
});

test('stores no draft of a note that has only the collection of the last note', async () => {
  const { connection, library, storage } = screens();
  const { body: house } = await connection.sendFromElsewhere('POST', '/collections', { name: 'House' });
  const one = await library();
  one.saving.note('buy washers');
  one.saving.change({ collection: house.id });
  await one.save();
  one.drafts!.flush();
  expect([one.saving.draft.value?.collection, storage.keys()]).toEqual([house.id, []]);
});

test('shows a note and resumes an edit from the popup; saving the edit detects a later change elsewhere', async () => {
  const { connection, popup, library, storage } = screens();
  const memory = await connection.client.memories.create({ content: 'Bleed the radiators' });
  const openPopup = popup();
  await openPopup.open();
  openPopup.saving.change({ content: 'How to bleed it slowly' });
  openPopup.actions.edit(memory, 'text');
  openPopup.actions.editing.value!.content.value = 'Bleed them in autumn';
  openPopup.drafts.flush();

  const later = await library();
  expect(later.drafts!.others.value.map(({ draft }) => draft.content)).toEqual(['How to bleed it slowly']);
  const [edit] = later.drafts!.edits.value;
  await later.drafts!.resumeEdit(edit!);
  expect([later.opened.id.value, later.actions.editing.value?.content.value]).toEqual([
    memory.id,
    'Bleed them in autumn',
  ]);
  await connection.client.memories.update(memory.id, { content: 'Bleed them, said Anna' });
  await later.actions.saveEdit(later.actions.editing.value!);
  expect(later.actions.editing.value?.theirs.value?.content).toBe('Bleed them, said Anna');
  await later.actions.saveEdit(later.actions.editing.value!);
  expect((await connection.client.memories.read(memory.id)).content).toBe('Bleed them in autumn');
  later.drafts!.flush();
  expect(storage.keys().filter((key) => key.includes(memory.id))).toEqual([]);
});

test('when another edit is begun, offers at once to continue the first edit', async () => {
  const { connection, library } = screens();
  const boiler = await connection.client.memories.create({ content: 'Boiler' });
  const leeks = await connection.client.memories.create({ content: 'Leeks' });
  const { actions, drafts } = await library();
  const waiting = () => drafts!.edits.value.map(({ content }) => content);
  actions.edit(boiler, 'text');
  actions.editing.value!.content.value = 'Boiler, serviced';
  actions.edit(leeks, 'text');
  expect(waiting()).toEqual(['Boiler, serviced']);
  await drafts!.resumeEdit(drafts!.edits.value[0]!);
  // The other edit, which had no changes, isn't kept.
  expect([actions.editing.value?.content.value, waiting()]).toEqual(['Boiler, serviced', []]);
  actions.editing.value!.tags.value = ['home'];
  actions.edit(leeks, 'text');
  await actions.saveEdit(actions.editing.value!);
  expect(waiting()).toEqual(['Boiler, serviced']);
  drafts!.discardEdit(drafts!.edits.value[0]!);
  actions.edit(boiler, 'text');
  expect([actions.editing.value?.content.value, waiting()]).toEqual(['Boiler', []]);
});

test('keeps the notes of two open screens, and saves each once', async () => {
  const { connection, library, storage } = screens();
  const [one, other] = [await library(), await library()];
  one.saving.note('buy washers');
  one.drafts!.flush();
  other.saving.note('call the plumber');
  other.drafts!.flush();

  const later = await library();
  expect(later.saving.draft.value?.content).toBe('call the plumber');
  expect(later.drafts!.others.value.map(({ draft }) => draft.content)).toEqual(['buy washers']);
  later.drafts!.resume(later.drafts!.others.value[0]!);
  later.drafts!.flush();
  expect(later.saving.draft.value?.content).toBe('buy washers');
  const last = await library();
  expect(last.saving.draft.value?.content).toBe('buy washers');
  expect(last.drafts!.others.value.map(({ draft }) => draft.content)).toEqual(['call the plumber']);

  await last.save();
  last.drafts!.resume(last.drafts!.others.value[0]!);
  await last.save();
  last.drafts!.flush();
  const saved = (await connection.sendFromElsewhere('GET', '/memories')).body.memories;
  expect(saved.map(({ content }: { content: string }) => content).toSorted()).toEqual([
    'buy washers',
    'call the plumber',
  ]);
  expect(storage.keys()).toEqual([]);
});

test('a save deletes only the draft of its own screen', async () => {
  const { library, storage } = screens();
  const [one, other] = [await library(), await library()];
  one.saving.note('buy washers');
  one.drafts!.flush();
  other.saving.note('call the plumber');
  other.drafts!.flush();
  await one.save();
  const later = await library();
  expect([later.saving.draft.value?.content, later.drafts!.others.value]).toEqual(['call the plumber', []]);
  expect(storage.keys()).toHaveLength(1);
});

test('imports from the library, shows the imported memories, and removes them by undo', async () => {
  const { library } = screens();
  const one = await library();
  const file = new File(['title,url\nHeron,https://example.org/heron\n'], 'links.csv');
  await one.transfer.choose([file]);
  if (one.transfer.step.value.name === 'columns')
    await one.transfer.check([file], 'csv', one.transfer.step.value.mapping);
  await one.transfer.begin();
  expect([one.shown(), one.usage.value.value?.memories.used]).toEqual([['Heron'], 1]);
  await one.transfer.undo();
  expect([one.shown(), one.usage.value.value?.memories.used]).toEqual([[], 0]);
});

test('leaving an edit keeps the edit of the same memory on another screen', async () => {
  const [connection, storage] = [connectToService(), storageInMemory()];
  const { body: memory } = await connection.sendFromElsewhere('POST', '/memories', { content: 'Leeks' });
  const edit = { memory, content: 'Leeks', tags: [], collection: null, url: '', title: '' };
  const [one, other] = [draftStore(storage), draftStore(storage)];
  one.putEdit({ ...edit, content: 'Leeks, two' });
  other.putEdit({ ...edit, content: 'Leeks, washed' });
  one.dropEdit(memory.id);
  const later = draftStore(storage);
  expect(later.edits().map(({ content }) => content)).toEqual(['Leeks, washed']);
  later.dropEdit(memory.id);
  expect(storage.keys()).toEqual([]);
});

test('says that an edit from another tab is a draft, and can start over with the stored text', async () => {
  const { connection, library, storage } = screens();
  const memory = await connection.client.memories.create({ content: 'Leeks' });
  const [one, other] = [await library(), await library()];
  one.actions.edit(memory, 'text');
  expect(one.actions.editing.value?.restored).toBeUndefined();
  one.actions.editing.value!.content.value = 'Leeks, washed';
  one.drafts!.flush();

  other.actions.edit(memory, 'text');
  const draft = other.actions.editing.value!;
  expect([draft.content.value, draft.restored?.at]).toEqual(['Leeks, washed', expect.any(Number)]);
  other.actions.startOver(draft);
  other.drafts!.flush();
  const fresh = other.actions.editing.value!;
  expect([fresh.content.value, fresh.restored]).toEqual(['Leeks', undefined]);
  expect([other.shownNotice(), storage.keys()]).toEqual([['Draft discarded', 'Undo'], []]);
  await other.press();
  other.drafts!.flush();
  expect([other.actions.editing.value?.content.value, storage.keys().length]).toEqual(['Leeks, washed', 1]);
});

test('a note that is only shown in a second tab isn’t stored again', async () => {
  const { library, storage } = screens();
  const one = await library();
  one.saving.note('buy washers');
  one.drafts!.flush();
  const stored = storage.getItem('draft:new:');
  (await library()).drafts!.flush();
  expect(storage.getItem('draft:new:')).toBe(stored);
  one.saving.change({ content: 'buy two washers' });
  one.drafts!.flush();
  const later = await library();
  expect([later.saving.draft.value?.content, later.drafts!.others.value]).toEqual(['buy two washers', []]);
});

test('on a page that stores no drafts, Undo brings back a cancelled note, and a second Undo brings back the note begun since', async () => {
  const { saving, discardDraft, shownNotice, press } = libraryOn();
  const shown = () => [saving.writing.value, saving.draft.value?.content];
  saving.note('buy washers');
  discardDraft();
  expect(shown()).toEqual([false, '']);
  saving.note('call the plumber');
  await press();
  expect(shown()).toEqual([true, 'buy washers']);
  expect(shownNotice()[1]).toBe('Undo');
  await press();
  expect(shown()).toEqual([true, 'call the plumber']);
});
