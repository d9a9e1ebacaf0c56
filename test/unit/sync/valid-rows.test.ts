import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../../scripts/random.ts';
import { storeChoice } from '../../../src/extension/sync/choice.ts';
import { idMaker } from '../../../src/lib/ulid.ts';
import { runRound } from '../../../src/sync/round.ts';
import { limits } from '../../../src/v1/limits.ts';
import { exportLine } from '../../../src/v1/schemas/export-line.ts';
import { syncDevice, type SyncDevice } from '../../support/sync-device.ts';

const at = '2026-01-01T00:00:00.000Z';
const later = '2026-02-01T00:00:00.000Z';
/** NFC turns this mark into two. */
const doubleMark = '\u0344';

/** Values that a server may return for a name, tag or other short text. Most can't be stored unchanged. */
const oddTexts: Record<string, unknown> = {
  'an empty text': '',
  'a space': ' ',
  'white space around a word': ' web ',
  'NUL at the end': 'n\u0000',
  'only NUL': '\u0000',
  'only a lone surrogate': '\ud800',
  'a lone surrogate': 'a\udc00b',
  'a pair of surrogates at the limit': `${'x'.repeat(limits.sourceCharacters - 1)}\u{1f600}`,
  'too many characters': 'x'.repeat(600),
  'too many marks in a row': `a${'\u0301'.repeat(31)}`,
  'too many marks in a row only in NFC': `a${doubleMark.repeat(30)}`,
  'too many bytes': 'あ'.repeat(127),
  'the name of a prototype': '__proto__',
  'a number': 7,
  null: null,
  'an object': {},
};
const oddNames = Object.keys(oddTexts);
const oddTimes = ['+012026-01-01T00:00:00.000Z', '-000001-01-01T00:00:00.000Z', '', 'x', '2026', later, 7, null];

/**
 * A device whose server returns these memories and collections. New rows get real ids, because ids such as `mem_1` are
 * invalid in an export.
 */
function deviceOf(server: { memories: object[]; collections?: object[] }) {
  const one = syncDevice('extended');
  const newId = idMaker();
  let feed = 0;
  one.answer = ({ method, path }, carryOut) => {
    const { memories, collections = [] } = server;
    if (method !== 'GET') return carryOut();
    if (path === '/memories') return { status: 200, body: { memories, nextCursor: null } };
    if (path === '/collections') return { status: 200, body: { collections, nextCursor: null } };
    if (path !== '/changes') return carryOut();
    return { status: 200, body: { memories, erased: [], collections, since: `${++feed}`, more: false } };
  };
  return {
    disk: one.disk,
    edit: one.edit,
    async round() {
      one.now += 60_000;
      expect((await runRound({ ...one.parts(), newId })).stopped).toBeOneOf([null, 'question']);
    },
  };
}

/** The stored rows that would make an export unreadable. */
function invalidRows({ disk }: Pick<SyncDevice, 'disk'>): unknown[] {
  const lines = [
    ...[...disk.collections.values()].map(({ key: _, ...collection }) => ({ collection })),
    ...[...disk.memories.values()].map(({ tagKeys: _, chargedAt: __, seq: ___, deletedAt, origin, ...memory }) => ({
      memory: { ...memory, ...(deletedAt !== null && { deletedAt }), ...(origin !== null && { origin }) },
    })),
  ];
  return lines.filter((line) => !exportLine.safeParse(line).success);
}

const memory = (more: object = {}) => ({ id: 'mem_1', content: 'theirs', tags: [], createdAt: at, ...more });

describe('every row that sync stores is valid in an export', () => {
  test.each(oddNames)('with this source: %s', async (name) => {
    const source = oddTexts[name];
    const one = deviceOf({ memories: [memory({ source })] });
    await one.round();
    expect(one.disk.memories.size).toBe(1);
    expect(invalidRows(one)).toEqual([]);
  });

  test.each(oddTimes)('with %j as the time of its creation', async (createdAt) => {
    const one = deviceOf({ memories: [memory({ createdAt, source: 'web' })] });
    await one.round();
    expect(one.disk.memories.size).toBe(1);
    expect(invalidRows(one)).toEqual([]);
  });

  test.each(oddNames)('with this tag, title, address, author and collection name: %s', async (name) => {
    const text = oddTexts[name];
    const texts = { tags: [text], title: text, url: text, capture: { kind: 'page', author: text } };
    const one = deviceOf({
      memories: [memory(typeof text === 'string' ? texts : { ...texts, tags: [] })],
      collections: [{ id: 'col_1', name: text, createdAt: at, updatedAt: at }],
    });
    await one.round();
    expect(one.disk.memories.size).toBe(1);
    expect(invalidRows(one)).toEqual([]);
  });

  test('with odd names among the collections that the user chose', async () => {
    const one = syncDevice('extended');
    const parts = one.parts();
    const onlyThere = Object.values(oddTexts).filter((text) => typeof text === 'string');
    await storeChoice({ mode: 'merge', collections: [], onlyThere }, { ...parts, now: () => Date.parse(at) });
    expect([...one.disk.collections.values()].map(({ name }) => name)).toContain('web');
    expect(invalidRows(one)).toEqual([]);
  });

  test('when a memory already has the tag of conflict copies, spelled with capital letters', async () => {
    const server = { memories: [memory({ tags: ['Conflict Copy'] })] };
    const one = deviceOf(server);
    await one.round();
    await one.edit([...one.disk.memories.keys()][0]!, { content: 'mine' });
    server.memories = [memory({ tags: ['Conflict Copy'], content: 'theirs, edited', version: 2 })];
    await one.round();
    expect(one.disk.memories.size).toBe(2);
    expect(invalidRows(one)).toEqual([]);
  });

  test('when each side deletes the words that the other side keeps', async () => {
    const server = { memories: [memory({ content: 'one\n\ntwo' })] };
    const one = deviceOf(server);
    await one.round();
    await one.edit([...one.disk.memories.keys()][0]!, { content: '\n\ntwo' });
    server.memories = [memory({ content: 'one\n\n', version: 2 })];
    await one.round();
    expect(one.disk.memories.size).toBeGreaterThan(0);
    expect(invalidRows(one)).toEqual([]);
  });

  test('after rounds with odd memories and collections', async () => {
    const random = randomFrom(1);
    const pick = <Item>(all: readonly Item[]): Item => all[Math.floor(random() * all.length)]!;
    const several = <Item>(most: number, make: () => Item) => Array.from({ length: random() * most }, make);
    const texts = Object.values(oddTexts);
    const text = () => pick(texts);
    const oddMemory = () => ({
      id: `mem_${pick([1, 2, 3, 4, 5])}`,
      content: pick(['a\n\nb', 'a\n\nc', 'b\n\nb', 'a', '\n\nb', ' ', 'a\u0000', 'a\ud800', 'x'.repeat(70_000)]),
      tags: several(40, () => pick([...texts.filter((one) => typeof one === 'string'), 'Conflict Copy', 'a', 'A'])),
      collection: pick([null, 'col_1', 'col_2', text()]),
      source: text(),
      title: pick(['Title', text()]),
      url: pick(['https://a.example/', text()]),
      capture: pick([null, { kind: 'page', author: text(), publishedAt: pick(oddTimes) }, text()]),
      createdAt: pick(oddTimes),
      updatedAt: pick(oddTimes),
      deletedAt: pick([null, null, null, at]),
      version: pick([1, 2, 3, 1e300]),
    });
    const oddCollection = () => ({ id: pick(['col_1', 'col_2', 'col_3']), name: pick(['Work', text()]) });
    let copies = 0;
    for (let script = 0; script < 40; script++) {
      const server = { memories: [] as object[], collections: [] as object[] };
      const one = deviceOf(server);
      for (let round = 0; round < 5; round++) {
        server.memories = several(6, oddMemory);
        server.collections = several(4, oddCollection);
        await one.round();
        expect(invalidRows(one)).toEqual([]);
        const id = pick([...one.disk.memories.keys()]);
        if (id !== undefined) await one.edit(id, { content: pick(['a\n\nb', 'a', 'mine']) });
        copies += [...one.disk.memories.values()].filter(({ tags }) => tags.includes('conflict copy')).length;
      }
    }
    expect(copies).toBeGreaterThan(0);
  });
});

test('control: a row with an invalid field is found', async () => {
  const one = deviceOf({ memories: [memory()] });
  await one.round();
  await one.edit([...one.disk.memories.keys()][0]!, { content: 'x'.repeat(limits.contentBytes + 1) });
  expect(invalidRows(one)).toHaveLength(1);
});
