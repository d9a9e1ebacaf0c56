import { expect, onTestFinished, test, vi } from 'vitest';
import type { UpdateMemory } from '../../../../src/v1/schemas/memory.ts';
import { engineState, standInEngineControl } from '../../../support/engine-control.ts';
import { unreachable } from '../connection.ts';
import { libraryOn } from './library-on.ts';

/** An open library with the memory “Room twelve”, and functions that change memories elsewhere. */
async function openLibrary() {
  const control = standInEngineControl(engineState({ lastChange: 1 }));
  const library = libraryOn(undefined, undefined, control);
  const { sendFromElsewhere } = library.connection;
  const { body: room } = await sendFromElsewhere('POST', '/memories', { content: 'Room twelve' });
  await library.results.refresh();
  const ends = [library.meaning!.follow(), library.followChangesElsewhere()];
  onTestFinished(() => ends.forEach((end) => end()));
  let lastChange = 1;
  const changed = () => control.setState({ lastChange: ++lastChange });
  async function receive(content: string): Promise<void> {
    await sendFromElsewhere('POST', '/memories', { content });
    changed();
  }
  async function edit(changes: UpdateMemory): Promise<void> {
    await sendFromElsewhere('PATCH', `/memories/${room.id}`, changes);
    changed();
  }
  return { ...library, room, receive, edit, changed };
}

/** Waits until a reload that follows a change would have come. */
const reloaded = () => new Promise((resolve) => setTimeout(resolve, 800));

test('the list shows memories that sync brings', async () => {
  const { shown, receive } = await openLibrary();
  await receive('Train to Porto at 9:05');
  await vi.waitFor(() => expect(shown()).toEqual(['Train to Porto at 9:05', 'Room twelve']));
});

test('the list stays if it can’t be read again after a change elsewhere', async () => {
  const { shown, changed, connection, results } = await openLibrary();
  connection.handleWith(unreachable);
  changed();
  await reloaded();
  expect([shown(), results.slow.value]).toEqual([['Room twelve'], false]);
  await results.refresh();
  expect(shown()).toBeUndefined();
});

test('after the search text changed, a failed reload in the background shows the failure, not the former list', async () => {
  const { results, shown, changed, connection } = await openLibrary();
  connection.handleWith(unreachable);
  results.query.value = 'train';
  changed();
  await reloaded();
  expect(shown()).toBeUndefined();
});

test('memories that sync brings appear only after the user stops pointing at the list', async () => {
  const { results, shown, receive } = await openLibrary();
  results.setTouched(true);
  await receive('Train to Porto at 9:05');
  await vi.waitFor(() => expect(results.pending.value).toMatchObject({ view: { memories: [{}, {}] } }));
  expect(shown()).toEqual(['Room twelve']);
  results.setTouched(false);
  expect(shown()).toEqual(['Train to Porto at 9:05', 'Room twelve']);
});

test('the list and the open memory show an edit made elsewhere', async () => {
  const { opened, room, shown, edit } = await openLibrary();
  await opened.open(room.id);
  await edit({ content: 'Room fourteen', tags: ['inn'] });
  await vi.waitFor(() => expect(shown()).toEqual(['Room fourteen']));
  await vi.waitFor(() => expect(opened.memory.value).toMatchObject({ content: 'Room fourteen', tags: ['inn'] }));
});

test('an edit made elsewhere appears only after the user stops pointing at the list', async () => {
  const { results, shown, edit } = await openLibrary();
  results.setTouched(true);
  await edit({ content: 'Room fourteen' });
  await vi.waitFor(() => expect(results.pending.value).toBeDefined());
  expect(shown()).toEqual(['Room twelve']);
  results.setTouched(false);
  expect(shown()).toEqual(['Room fourteen']);
});

test('an edit made elsewhere keeps the draft of the same memory, and saving shows both versions', async () => {
  const { actions, opened, room, shown, edit } = await openLibrary();
  await opened.open(room.id);
  actions.edit(room, 'text');
  const draft = actions.editing.value!;
  draft.content.value = 'Room twelve, by the harbour';
  await edit({ content: 'Room fourteen' });
  await vi.waitFor(() => expect(shown()).toEqual(['Room fourteen']));
  expect(actions.editing.value?.content.value).toBe('Room twelve, by the harbour');
  await actions.saveEdit(draft);
  expect(draft.theirs.value?.content).toBe('Room fourteen');
});

test('the user’s own edit appears at once and leaves nothing pending, even while they point at the list', async () => {
  const { actions, results, room, shown, changed } = await openLibrary();
  results.setTouched(true);
  await actions.change(room, { content: 'Room fourteen' });
  changed();
  await reloaded();
  expect(results.pending.value).toBeUndefined();
  expect(shown()).toEqual(['Room fourteen']);
});
