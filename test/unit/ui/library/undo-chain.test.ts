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

it('an edit is undone after the deletion of the same memory', async () => {
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
