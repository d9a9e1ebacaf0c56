import { expect, test, vi } from 'vitest';
import { memoriesActions, sectionActions } from '../../../../src/ui/library/actions.ts';
import type { KeyArea } from '../../../../src/ui/state/keyboard.ts';
import { libraryOn } from './library-on.ts';

/** A library with two memories, and what was done with the selected memories. */
async function withTwo() {
  const library = libraryOn();
  for (const content of ['Heron', 'Rook']) await library.connection.client.memories.create({ content });
  await library.refresh();
  const done: string[] = [];
  const does = (what: string) => () => void done.push(`${what} ${library.selection.count.value}`);
  const selected = { tag: does('tag'), collect: does('collect'), export: does('export'), remove: does('remove') };
  const hooks = { selected, focusSearch: () => {}, help: () => {} };
  const [rook, heron] = library.results.view.value!.memories;
  const list = (area: KeyArea = 'row') => memoriesActions(library, heron, { ...hooks, area });
  return { library, done, heron: heron!, rook: rook!, list };
}

const keysOf = (actions: ReturnType<typeof memoriesActions>) =>
  Object.fromEntries(actions.map(({ name, key }) => [name, key]));

test('lists the actions on a memory with their keys, each key once', async () => {
  const { list, done } = await withTwo();
  expect(keysOf(list())).toMatchObject({
    Edit: 'e',
    Tag: '#',
    'Move to a collection': 'v',
    Export: 'Shift E',
    Delete: 'Del',
    'Select all in the list': 'Ctrl A',
    'Write a note': 'n',
  });
  const keys = list().flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  list()
    .find(({ name }) => name === 'Export')!
    .run();
  expect(done).toEqual(['export 1']);
});

test('lists an action on the selection in place of the single-memory action with the same key', async () => {
  const { library, list, done, heron, rook } = await withTwo();
  library.selection.add([heron, rook]);
  expect(keysOf(list())).toMatchObject({
    'Tag 2 selected memories': '#',
    'Move 2 selected memories': 'v',
    'Export 2 selected memories': 'Shift E',
    'Delete 2 selected memories': 'Del',
    'Clear the selection': 'Esc',
    Edit: 'e',
  });
  expect(Object.keys(keysOf(list()))).not.toContain('Delete');
  list()[1]!.run();
  expect(done).toEqual(['collect 2']);
});

test('shows Esc beside an action only where Esc performs it', async () => {
  const { library, list, heron } = await withTwo();
  const left = (area: KeyArea) =>
    list(area)
      .filter(({ key }) => key === 'Esc')
      .map(({ name }) => name);
  library.results.type('heron');
  await vi.waitFor(() => expect(left('search')).toEqual(['Clear the search']));
  expect(left('row')).toEqual([]);
  library.selection.add([heron]);
  expect(left('search')).toEqual([]);
  expect(left('row')).toEqual(['Clear the selection']);
  expect(left('elsewhere')).toEqual([]);
});

test('lists only what the token may do', async () => {
  const { library, list, rook } = await withTwo();
  vi.spyOn(library.rights, 'lacks').mockReturnValue(true);
  library.selection.add([rook]);
  const names = list().map(({ name }) => name);
  expect(names).toContain('Export 1 selected memory');
  expect(names.filter((name) => /^(Tag|Move|Delete|Edit|Write)/.test(name))).toEqual([]);
});

test('goes to the other sections', async () => {
  const { library } = await withTwo();
  expect(sectionActions(library).map(({ name }) => name)).not.toContain('Memories');
  await sectionActions(library)
    .find(({ name }) => name === 'Collections and tags')!
    .run();
  expect(library.route.value).toEqual({ section: 'collections' });
});
