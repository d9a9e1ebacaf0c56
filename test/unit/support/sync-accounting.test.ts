import { expect, test } from 'vitest';
import { conflictTag } from '../../../src/lib/sync.ts';
import { faultsOf, type LiveMemory, type Side } from '../../support/sync-accounting.ts';

const memory = (content: string, ...tags: string[]): LiveMemory => ({ content, tags });
const live = [memory('Note «0.1»\n«1.1»'), memory('Note «0.1»\n«0.2»', conflictTag), memory('Note «0.3»')];

/** Two equal profiles and a server. Each profile has a text in the trash and another among the earlier versions. */
function ended() {
  const profile = (name: string, ...confirmed: string[]) => ({
    name,
    live: [...live],
    trash: ['Note «0.4»'],
    versions: ['Note «0.5»'],
    confirmed: new Set(confirmed),
  });
  const writers = [profile('one', '«0.1»', '«0.2»', '«0.3»', '«0.4»', '«0.5»'), profile('other', '«1.1»')] as const;
  const server: Side = { name: 'server', live: [...live] };
  return { writers, server };
}

test('finds no fault if nothing is lost or duplicated', () => {
  const { writers, server } = ended();
  expect(faultsOf(writers, server)).toEqual([]);
});

test.each<[string, LiveMemory]>([
  ['two memories with one text', memory('Note «0.3»')],
  ['an edit in two memories', memory('Another\n«0.3»')],
  ['two equal conflict copies', memory('Note «0.1»\n«0.2»', conflictTag)],
])('detects a duplicate that is on every side: %s', (_, planted) => {
  const { writers, server } = ended();
  for (const side of [...writers, server]) side.live.push(planted);
  expect(faultsOf(writers, server)).toHaveLength(planted.content.startsWith('Note «0.3»') ? 6 : 3);
});

test('detects a text that only one side has, and a text that only one side lacks', () => {
  const { writers, server } = ended();
  server.live.push(memory('Extra'));
  writers[1].live.pop();
  expect(faultsOf(writers, server)).toEqual(['other lacks "Note «0.3»"', 'only server has "Extra"']);
});

test.each(['live', 'trash', 'versions'] as const)('detects an edit that is no longer in %s', (where) => {
  const { writers, server } = ended();
  for (const side of [...writers, server]) if (where === 'live') side.live = side.live.slice(1);
  if (where !== 'live') writers[0][where] = [];
  const lost = { live: '«1.1»', trash: '«0.4»', versions: '«0.5»' }[where];
  expect(faultsOf(writers, server)).toEqual([expect.stringContaining(`has lost ${lost}`)]);
});

test('doesn’t mistake «0.71» for «0.7»', () => {
  const { writers, server } = ended();
  for (const side of [...writers, server]) side.live.push(memory('Note «0.71»'));
  writers[0].confirmed.add('«0.7»');
  expect(faultsOf(writers, server)).toEqual(['one has lost «0.7»']);
});

test('a marked duplicate doesn’t count as a fault, but its edits count as kept', () => {
  const { writers, server } = ended();
  server.live.push(memory('Note «0.3»', 'mx:dup:mem_1'));
  writers[1].live.push(memory('Note «0.3»\n«1.2»', 'mx:dup:mem_1'));
  writers[1].confirmed.add('«1.2»');
  expect(faultsOf(writers, server)).toEqual([]);
});
