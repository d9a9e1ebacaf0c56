import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectToService, stopTime } from '../connection.ts';
import { passage, popupOn } from '../popup/screen.ts';
import { libraryOn } from './library-on.ts';

beforeEach(() => stopTime());
afterEach(() => void vi.useRealTimers());

async function popupWithMemory() {
  const connection = connectToService();
  await connection.client.memories.create({ content: 'first' });
  const popup = popupOn(passage, connection);
  await popup.open();
  return { popup, client: connection.client, top: () => popup.results.view.value!.memories[0]! };
}

it('three edits of one memory are undone one after the other', async () => {
  const { popup, top } = await popupWithMemory();
  for (const content of ['second', 'third', 'fourth']) await popup.actions.change(top(), { content });
  for (const content of ['third', 'second', 'first']) {
    await popup.press();
    expect(await popup.stored()).toEqual([content]);
  }
});

it('an edit can be undone once the later deletion of the same memory is undone', async () => {
  const { popup, top } = await popupWithMemory();
  await popup.actions.change(top(), { content: 'second' });
  await popup.actions.remove(top());
  await popup.press();
  await popup.press();
  expect(await popup.stored()).toEqual(['first']);
});

it('control: an edit is not undone if the memory was changed elsewhere since', async () => {
  const { popup, client, top } = await popupWithMemory();
  await popup.actions.change(top(), { content: 'second' });
  await popup.actions.change(top(), { content: 'third' });
  await popup.press();
  const { id } = top();
  await client.memories.update(id, { content: 'elsewhere' });
  await popup.press();
  expect(await popup.stored()).toEqual(['elsewhere']);
});

it('two changes of many memories, and their deletion, are undone one after the other', async () => {
  const library = libraryOn();
  for (const content of ['a', 'b']) await library.connection.client.memories.create({ content });
  await library.refresh();
  const listed = () => library.results.view.value!.memories;
  await library.bulk.tag(listed(), ['one'], []);
  await library.bulk.tag(listed(), ['two'], []);
  await library.bulk.remove(listed());
  expect(listed()).toEqual([]);
  for (let undone = 0; undone < 3; undone++) await library.press();
  expect(listed().map(({ tags }) => tags)).toEqual([[], []]);
  library.notices.clear();
});

it('an undo that can’t succeed any more is dropped, and the next undo reverts the action before', async () => {
  const { popup, client, top } = await popupWithMemory();
  const other = await client.memories.create({ content: 'other' });
  await popup.results.refresh();
  await popup.actions.change(top(), { content: 'other, changed' });
  const first = popup.results.view.value!.memories.find(({ content }) => content === 'first')!;
  await popup.actions.change(first, { content: 'second' });
  await client.memories.update(first.id, { content: 'elsewhere' });
  await popup.press();
  expect(popup.shownNotice()).toEqual(['Not undone: it was changed or deleted since. Before that: Changed', 'Undo']);
  await popup.press();
  expect(popup.shownNotice()).toEqual(['Undone', undefined]);
  expect([(await client.memories.read(other.id)).content, (await client.memories.read(first.id)).content]).toEqual([
    'other',
    'elsewhere',
  ]);
});

it('an undo of many changes skips memories that were changed since, and isn’t offered for them again', async () => {
  const library = libraryOn();
  const { client } = library.connection;
  const { id } = await client.memories.create({ content: 'a' });
  await client.memories.create({ content: 'b' });
  await library.refresh();
  const listed = () => library.results.view.value!.memories;
  await library.bulk.tag(listed(), ['one'], []);
  await library.bulk.tag(listed(), ['two'], []);
  await client.memories.update(id, { content: 'elsewhere' });
  await library.press();
  expect(library.shownNotice()).toEqual([
    'Undone, except 1 memory that was changed since (Tags of 2 memories changed). Before that: Tags of 2 memories changed',
    'Undo',
  ]);
  await library.press();
  const tags = async () => (await Array.fromAsync(client.memories.list())).map((memory) => memory.tags);
  expect(await tags()).toEqual([[], ['one', 'two']]);
  library.notices.clear();
});
