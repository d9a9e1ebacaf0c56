import { expect, test } from 'vitest';
import { conflictTag } from '../../../src/lib/sync.ts';
import { faultsOf, onlyEarlier, type Save, type Stored } from '../../support/sync-accounting.ts';

let memories = 0;
const memory = (content: string, ...tags: string[]): Stored => ({
  id: `mem_${++memories}`,
  content,
  tags,
  collection: null,
});
const saved = (mark: string, before = '', isConfirmed = true): Save => ({
  mark,
  before,
  after: `Note ${mark}`,
  isConfirmed,
});
const live = [memory('Note «0.1»\n«1.1»'), memory('Note «0.1»\n«0.2»', conflictTag), memory('Note «0.3»')];

const ours = { guardsEdits: true, moves: true };
const plain = { guardsEdits: false, moves: false };

/** Two equal profiles and a server. Each profile has a text in the trash and another among the earlier versions. */
function ended() {
  const profile = (name: string, ...marks: string[]) => ({
    name,
    live: [...live],
    trash: [memory('Note «0.4»')],
    versions: [memory('Note «0.5»')],
    saves: marks.map((mark) => saved(mark)),
    trashed: [] as string[],
  });
  const one = profile('one', '«0.1»', '«0.2»', '«0.3»', '«0.4»', '«0.5»');
  const other = profile('other', '«1.1»');
  // The other profile has replaced the text that is among the earlier versions.
  other.saves.push({ ...saved('«1.2»', 'Note «0.5»'), after: 'Note «1.1»' });
  one.live.push(memory('Note «1.2»'));
  other.live.push(memory('Note «1.2»'));
  const server = { name: 'server', live: [...one.live] };
  return { one, other, writers: [one, other], server };
}

test.each([ours, plain])('finds no fault if nothing is lost or duplicated: %o', (promised) => {
  const { writers, server } = ended();
  expect(faultsOf(writers, server, promised)).toEqual([]);
  expect(onlyEarlier(writers[0]!)).toBe(1);
});

test.each<[string, Stored]>([
  ['two memories with one text', memory('Note «0.3»')],
  ['an edit in two memories', memory('Another\n«0.3»')],
  ['two equal conflict copies', memory('Note «0.1»\n«0.2»', conflictTag)],
])('detects a duplicate that is on every side: %s', (_, planted) => {
  const { writers, server } = ended();
  for (const side of [...writers, server]) side.live.push(planted);
  expect(faultsOf(writers, server, ours)).toHaveLength(planted.content.startsWith('Note «0.3»') ? 6 : 3);
});

test.each([
  ['other', plain, 0],
  ['other', ours, 3],
  ['one', plain, 3],
] as const)(
  'an edit may be in two memories only if the server doesn’t guard edits and another profile edited the text: %s, %o',
  (editor, promised, count) => {
    const { one, other, writers, server } = ended();
    const mark = editor === 'one' ? '«0.9»' : '«1.9»';
    const text = `Note «0.3»\n${mark}`;
    for (const side of [...writers, server]) side.live.push(memory(text));
    ({ one, other })[editor].saves.push({ ...saved(mark, 'Note «0.3»'), after: text });
    expect(faultsOf(writers, server, promised)).toHaveLength(count);
  },
);

test('detects a memory that only one side has, and one that only one side lacks', () => {
  const { other, writers, server } = ended();
  server.live.push(memory('Extra'));
  other.live.pop();
  expect(faultsOf(writers, server, plain)).toEqual([
    'other lacks ["Note «1.2»",[]]',
    'only server has ["Extra",[]]',
    'other has lost «1.2»',
  ]);
});

test('detects different tags and, if the server moves memories, a different collection', () => {
  const { other, writers, server } = ended();
  other.live[2] = memory('Note «0.3»', 'red');
  expect(faultsOf(writers, server, plain)).toHaveLength(2);
  other.live[2] = { ...memory('Note «0.3»'), collection: 'Work' };
  expect(faultsOf(writers, server, plain)).toEqual([]);
  expect(faultsOf(writers, server, ours)).toEqual([
    'other lacks ["Note «0.3»",[],null]',
    'only other has ["Note «0.3»",[],"Work"]',
  ]);
});

test.each(['live', 'trash', 'versions'] as const)('detects an edit that was lost from: %s', (where) => {
  const { one, writers, server } = ended();
  for (const side of [...writers, server]) if (where === 'live') side.live = side.live.slice(1);
  if (where !== 'live') one[where] = [];
  const lost = { live: '«1.1»', trash: '«0.4»', versions: '«0.5»' }[where];
  expect(faultsOf(writers, server, plain)).toEqual([expect.stringContaining(`has lost ${lost}`)]);
});

test.each(['one', 'other'] as const)(
  'an edit that replaces a text excuses the loss of the text only for the user who made the edit: %s',
  (replacer) => {
    const { one, other, writers, server } = ended();
    one.trash = [];
    const editor = { one, other }[replacer];
    editor.saves.push(saved('«7.1»', 'Note «0.4»'));
    editor.trash.push(memory('Note «7.1»'));
    expect(faultsOf(writers, server, plain)).toEqual(replacer === 'one' ? [] : ['one has lost «0.4»']);
  },
);

test('an edit that kept a text doesn’t excuse the loss of the text', () => {
  const { one, writers, server } = ended();
  one.trash = [];
  one.saves.push({ ...saved('«7.1»', 'Note «0.4»'), after: 'Note «0.4»\n«0.3»' });
  expect(faultsOf(writers, server, plain)).toContain('one has lost «0.4»');
});

test.each([false, true])(
  'an edit without a response excuses the loss of a text only if the edit was made: %o',
  (isMade) => {
    const { one, writers, server } = ended();
    one.trash = isMade ? [memory('Note «7.1»')] : [];
    one.saves.push(saved('«7.1»', 'Note «0.4»', false));
    expect(faultsOf(writers, server, plain)).toEqual(isMade ? [] : ['one has lost «0.4»']);
  },
);

test('with guarded edits, detects an edit only in an earlier version, though nobody replaced or trashed it', () => {
  const { other, writers, server } = ended();
  other.saves.pop();
  expect(faultsOf(writers, server, plain)).toEqual([]);
  expect(faultsOf(writers, server, ours)).toEqual(['one doesn’t show «0.5»', 'other doesn’t show «0.5»']);
  other.trashed.push('Note «0.5»');
  expect(faultsOf(writers, server, ours)).toEqual([]);
});

test('with guarded edits, an edit that remains only in an earlier version of a conflict copy is no fault', () => {
  const { one, other, writers, server } = ended();
  other.saves.pop();
  one.versions = [memory('Note «0.5»', conflictTag)];
  expect(faultsOf(writers, server, ours)).toEqual([]);
});

test('doesn’t mistake «0.71» for «0.7»', () => {
  const { one, writers, server } = ended();
  for (const side of [...writers, server]) side.live.push(memory('Note «0.71»'));
  one.saves.push(saved('«0.7»'));
  expect(faultsOf(writers, server, plain)).toEqual(['one has lost «0.7»']);
});

test('a marked duplicate doesn’t count as a fault, but its edits count as kept', () => {
  const { other, writers, server } = ended();
  const mark = `mx:dup:${server.live[2]!.id}`;
  server.live.push(memory('Note «0.3»', mark));
  other.live.push(memory('Note «0.3»\n«1.3»', mark));
  other.saves.push(saved('«1.3»'));
  expect(faultsOf(writers, server, plain)).toEqual([]);
});

test('detects marked duplicates whose memory the server doesn’t have, and duplicates of each other', () => {
  const { writers, server } = ended();
  const [one, other] = [memory('Note «0.3»'), memory('Note «0.3»')];
  const hides = [
    'the server hides "Note «0.3»", and doesn’t have its memory',
    'the server hides "Note «0.3»", and doesn’t have its memory',
  ];
  one.tags = [`mx:dup:${other.id}`];
  other.tags = [`mx:dup:${one.id}`];
  server.live.push(one, other);
  expect(faultsOf(writers, server, plain)).toEqual(hides);
  other.tags = ['mx:dup:mem_unknown'];
  expect(faultsOf(writers, server, plain)).toEqual(hides);
  other.tags = [`mx:dup:${server.live[2]!.id}`];
  expect(faultsOf(writers, server, plain)).toEqual([]);
});
