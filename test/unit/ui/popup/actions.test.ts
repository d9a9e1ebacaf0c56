import { expect, test } from 'vitest';
import { actionsOf } from '../../../../src/ui/popup/actions.ts';
import type { KeyArea } from '../../../../src/ui/state/keyboard.ts';
import type { Memory } from '../../../../src/v1/schemas/memory.ts';
import { connectToService } from '../connection.ts';
import { page, popupOn } from './screen.ts';

/** A popup over a page with a quote, and the calls to its host. */
async function withQuote() {
  const connection = connectToService();
  await connection.client.memories.create({
    content: 'Open the valve',
    url: page.url,
    capture: { kind: 'selection', quote: { prefix: '', suffix: '' } },
  });
  const calls: string[] = [];
  const popup = popupOn(page, connection, {
    readPage: async () => (calls.push('text'), { missing: 'empty' }),
    markQuotes: async () => (calls.push('quotes'), []),
    openLibrary: async () => void calls.push('library'),
  });
  await popup.open();
  return { popup, calls };
}

const hooks = { focusSearch: () => {}, help: () => {}, area: 'search' } as const;

test('lists actions with their keys, each key once', async () => {
  const { popup } = await withQuote();
  popup.results.type('radiator');
  const actions = actionsOf(popup, undefined, hooks);
  expect(actions.map(({ name, key }) => [name, key])).toEqual(
    expect.arrayContaining([
      ['Save “radiator” as a note', 'Ctrl S'],
      ['Save text of this page…', 't'],
      ['Show my quote here', 'q'],
      ['Library', 'l'],
    ]),
  );
  const keys = actions.flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});

test('shows Enter beside an action only where Enter performs it', async () => {
  const popup = popupOn(page);
  await popup.open();
  const entered = (area: KeyArea, memory?: Memory) =>
    actionsOf(popup, memory, { ...hooks, area })
      .filter(({ key }) => key === '↵')
      .map(({ name }) => name);
  expect(entered('search')).toEqual(['Save “How to bleed a radiator”']);
  expect(entered('elsewhere')).toEqual([]);

  const valve = await popup.connection.client.memories.create({ content: 'Open the valve' });
  expect(entered('row', valve)).toEqual(['Read']);
  expect(entered('row-control', valve)).toEqual([]);
  popup.openMemory(valve);
  expect(entered('reader', valve)).toEqual([]);

  popup.opened.close();
  popup.results.type('valve');
  await popup.connection.untilIdle(0);
  expect(entered('search', valve)).toEqual(['Read']);
});

test('shows Esc beside an action only where Esc performs it', async () => {
  const popup = popupOn(page);
  await popup.open();
  const valve = await popup.connection.client.memories.create({ content: 'Open the valve' });
  const clear = (area: KeyArea) => actionsOf(popup, valve, { ...hooks, area }).find(({ key }) => key === 'Esc')?.name;
  popup.results.type('valve');
  await popup.connection.untilIdle(0);
  expect([clear('search'), clear('row'), clear('reader')]).toEqual(['Clear the search', undefined, undefined]);
  await popup.results.findSimilar({ memory: valve });
  expect(clear('search')).toBe(undefined);
});

test('the keys for text, quotes and library perform their actions', async () => {
  const { popup, calls } = await withQuote();
  popup.keyTargets.readText();
  popup.keyTargets.showQuotes();
  popup.keyTargets.library();
  await popup.connection.untilIdle(0);
  expect(calls).toEqual(['text', 'quotes', 'library']);
});

test('reads the text of the page while something else is being written', async () => {
  const { popup, calls } = await withQuote();
  popup.saving.note('Buy washers');
  popup.keyTargets.readText();
  await popup.connection.untilIdle(0);
  expect(calls).toEqual(['text']);
  expect(actionsOf(popup, undefined, hooks).map(({ key }) => key)).toContain('t');
  expect(popup.saving.draft.value?.content).toBe('Buy washers');
});

test('doesn’t offer to read a page that can’t be read, and says why if the key for reading is pressed', async () => {
  const popup = popupOn(undefined);
  await popup.open();
  popup.keyTargets.showQuotes();
  expect([actionsOf(popup, undefined, hooks).some(({ key }) => key === 't'), popup.shownNotice()[0]]).toEqual([
    false,
    undefined,
  ]);
  popup.keyTargets.readText();
  await popup.connection.untilIdle(0);
  expect(popup.shownNotice()[0]).toBe('The browser doesn’t let extensions read this page.');
});
