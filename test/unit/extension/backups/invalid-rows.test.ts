import { expect, test } from 'vitest';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { backUp, linesOf } from '../../../../src/extension/backups/copy.ts';
import { restoresEqual } from '../../../../src/extension/backups/restore.ts';
import { idMaker } from '../../../../src/lib/ulid.ts';
import type { MemoryRow } from '../../../../src/service/ports/rows.ts';
import { localOwner } from '../../../../src/service/ports/store.ts';
import { chunksOf } from '../../../../src/transfer/chunks.ts';
import { linesIn } from '../../../../src/transfer/lines.ts';
import { readExport, type ContentLine } from '../../../../src/transfer/own-file.ts';
import { exportAll } from '../../../../src/ui/transfer/export.ts';
import { nameKey } from '../../../../src/v1/keys.ts';
import { inMemoryBackups } from '../../../support/in-memory-backups.ts';
import { connectToService } from '../../ui/connection.ts';

const at = '2026-01-01T00:00:00.000Z';
const farAway = '+012026-01-01T00:00:00.000Z';
const newId = idMaker();
const pace = { idle: async () => {}, onProgress: () => {} };

const row = (content: string, changed: Partial<MemoryRow>): Omit<MemoryRow, 'seq'> => ({
  id: newId('mem', 0),
  content,
  source: 'sync',
  tags: [],
  tagKeys: [],
  collection: null,
  url: null,
  title: null,
  capture: null,
  version: 1,
  createdAt: at,
  updatedAt: at,
  deletedAt: null,
  origin: null,
  chargedAt: null,
  ...changed,
});

/** A store with rows as sync stored them before it checked every field. */
async function storeOf() {
  const store = inMemoryStore();
  await store.write(localOwner, async (writer) => {
    for (const name of ['Work', 'Wo\u0000rk', `a${'\u0301'.repeat(31)}`, '\ud800', 'x'.repeat(128)])
      await writer.putCollection({ id: newId('col', 0), name, key: nameKey(name), createdAt: at, updatedAt: at });
    await writer.putMemories([
      row('empty', { origin: { source: '', createdAt: at } }),
      row('spaces', { origin: { source: ' web', createdAt: at } }),
      row('surrogate', { origin: { source: '\ud800', createdAt: at } }),
      row('far away', { createdAt: farAway, origin: { source: 'web', createdAt: farAway } }),
      row('valid', { origin: { source: 'web', createdAt: '2020-01-01T00:00:00.000Z' } }),
    ]);
  });
  return store;
}

const expected = {
  names: [/^Work$/, /^Work \(col_\w+\)$/, /^a\u0301{30} \(col_\w+\)$/, /^\ufffd \(col_\w+\)$/, /^x{128}$/],
  memories: {
    empty: [at, undefined],
    spaces: [at, { source: 'web', createdAt: at }],
    surrogate: [at, { source: '\ufffd', createdAt: at }],
    'far away': [at, { source: 'web', createdAt: at }],
    valid: [at, { source: 'web', createdAt: '2020-01-01T00:00:00.000Z' }],
  },
};

/** Asserts that these lines have all names and memories of `storeOf`, with every invalid field repaired. */
function expectValid(lines: ContentLine[]) {
  const names = lines.flatMap((line) => ('collection' in line ? [line.collection.name] : []));
  for (const name of expected.names) expect(names).toContainEqual(expect.stringMatching(name));
  expect(names).toHaveLength(expected.names.length);
  const memories = lines.flatMap((line) => ('memory' in line ? [line.memory] : []));
  expect(Object.fromEntries(memories.map(({ content, createdAt, origin }) => [content, [createdAt, origin]]))).toEqual(
    expected.memories,
  );
}

test('an export repairs rows with invalid fields', async () => {
  const { blob } = await exportAll(connectToService(await storeOf()).client, 'own');
  expectValid(await Array.fromAsync(readExport(linesIn(chunksOf(blob.stream())))));
});

test('a backup repairs rows with invalid fields, and can be restored', async () => {
  const store = await storeOf();
  const folder = inMemoryBackups();
  const { name } = await backUp(store, folder, { kind: 'daily', at }, pace);
  const file = await folder.read(name);
  expectValid(await Array.fromAsync(linesOf(file)));
  expect(await restoresEqual(inMemoryStore(), file, at, pace.idle)).toBe(true);
});
