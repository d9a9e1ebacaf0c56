import { beforeEach, expect, test } from 'vitest';
import { conflictTag } from '../../../../src/lib/sync.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import {
  createConflictPairs,
  type ConflictChoice,
  type ConflictPair,
} from '../../../../src/ui/settings/sync-conflicts.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import { differences } from '../../../../src/ui/text/differences.ts';
import { connectToService, unreachable } from '../connection.ts';

const t = translator();
let connection: ReturnType<typeof connectToService>;
let notices: ReturnType<typeof createNotices>;
let conflicts: ReturnType<typeof createConflictPairs>;

beforeEach(async () => {
  connection = connectToService();
  notices = createNotices(t);
  conflicts = createConflictPairs({ client: connection.client, notices, t });
  const memory = await connection.client.memories.create({ content: 'their text', tags: ['red'] });
  const copy = await connection.client.memories.create({ content: 'my text', tags: ['red', conflictTag] });
  await conflicts.read([{ memory: memory.id, copy: copy.id }]);
});

/** The texts and tags of live memories, and the texts of memories in the trash. */
async function texts() {
  const { memories } = connection.client;
  const all = await Array.fromAsync(memories.list());
  const trash = await Array.fromAsync(memories.list({ deleted: true }));
  const lines = all.map(({ content, tags }) => `${content}: ${tags.join()}`).sort();
  return [lines, trash.map(({ content }) => content)];
}

const both = [['my text: red,conflict copy', 'their text: red'], []];

test('showing a conflict writes nothing, so the conflict stays until the user decides', async () => {
  connection.sent.length = 0;
  const [{ memory, copy }] = conflicts.pairs.value as [ConflictPair];
  await conflicts.read([{ memory: memory.id, copy: copy.id }]);
  expect(connection.sent.map(({ method }) => method)).toEqual(['GET', 'GET']);
  expect(conflicts.pairs.value).toEqual([{ memory, copy }]);
  expect(await texts()).toEqual(both);
});

test.each<[ConflictChoice, unknown]>([
  ['theirs', [['their text: red'], ['my text']]],
  ['mine', [['my text: red'], ['their text']]],
  ['both', [['my text: red', 'their text: red'], []]],
])('keeping %s ends the conflict, loses no text, and can be undone', async (choice, result) => {
  await conflicts.resolve(conflicts.pairs.value[0]!, choice);
  expect(await texts()).toEqual(result);
  expect(conflicts.pairs.value).toEqual([]);
  await notices.undo();
  expect(await texts()).toEqual(both);
  expect(conflicts.pairs.value).toHaveLength(1);
});

test.each([1, 2])('a second Undo completes an undo that failed at update %i', async (failing) => {
  await conflicts.resolve(conflicts.pairs.value[0]!, 'mine');
  let updates = 0;
  connection.handleWith((request, pass) =>
    request.method === 'PATCH' && ++updates === failing ? unreachable(request, pass) : pass(),
  );
  await notices.undo();
  expect(notices.current.value?.tone).toBe('failed');
  await notices.undo();
  expect([notices.current.value?.tone, await texts()]).toEqual(['done', both]);
  expect(conflicts.pairs.value).toHaveLength(1);
});

test.each(['theirs', 'mine', 'both'] as const)(
  'keeping %s fails, and changes nothing, if the conflict copy was edited meanwhile',
  async (choice) => {
    const [pair] = conflicts.pairs.value;
    await connection.client.memories.update(pair!.copy.id, { content: 'my later text' });
    await conflicts.resolve(pair!, choice);
    expect(notices.current.value?.tone).toBe('failed');
    expect(await texts()).toEqual([['my later text: red,conflict copy', 'their text: red'], []]);
    expect(conflicts.pairs.value).toMatchObject([{ copy: { content: 'my later text' } }]);
  },
);

test('a conflict that was resolved elsewhere isn’t shown', async () => {
  const { memory, copy } = conflicts.pairs.value[0]!;
  await connection.client.memories.delete(copy.id);
  await conflicts.read([{ memory: memory.id, copy: copy.id }]);
  expect(conflicts.pairs.value).toEqual([]);
});

test.each([
  ['the red house', 'the blue house', 'red', 'blue'],
  ['one', 'one two', '', ' two'],
  ['same', 'same', '', ''],
  ['家は赤い', '家は青い', '赤い', '青い'],
  ['', 'all', '', 'all'],
])('the difference of %j and %j is marked', (one, other, ...marked) => {
  const cut = ({ text, marks }: ReturnType<typeof differences>[0]) =>
    marks.map(({ start, end }) => text.slice(start, end)).join('|');
  expect(differences(one, other).map(cut)).toEqual(marked);
  expect(differences(one, other).map(({ text }) => text)).toEqual([one, other]);
});
