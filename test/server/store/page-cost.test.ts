import { beforeAll, describe, expect, test } from 'vitest';
import type { StoreReader, StoreWriter } from '../../../src/service/ports/store.ts';
import type { Sql, SqlDatabase } from '../../../src/service/ports/sql.ts';
import { postgresStore } from '../../../src/store/postgres/index.ts';
import { databases } from '../../support/postgres/databases.ts';
import { recordStatements, statementsOf, type RecordedStatement } from '../../../scripts/postgres/recorded.ts';
import { empty, sharedDatabase } from '../../support/postgres/stores.ts';
import { testService } from '../../support/service.ts';
import { collection, idOf, memory, noon } from '../../support/store-cases/rows.ts';

const memories = 2_000;
const limit = 5;

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** The maximum number of rows that any step of a statement reads. */
async function rowsRead(database: Sql, { statement, values }: RecordedStatement): Promise<number> {
  const [answer] = await database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, format json) ${statement}`,
    values,
  );
  const maxRows = (plan: Plan): number =>
    Math.max(
      plan['Actual Loops'] * (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)),
      ...(plan.Plans ?? []).map(maxRows),
    );
  return maxRows(answer!['QUERY PLAN'][0].Plan);
}

/** Like {@link rowsRead}, for a statement that changes rows. Undoes the changes. */
async function rowsReadByWrite(database: SqlDatabase, recorded: RecordedStatement): Promise<number> {
  let read = 0;
  const undone = database.transaction('write', async (sql) => {
    read = await rowsRead(sql, recorded);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  return read;
}

async function fill(database: SqlDatabase): Promise<void> {
  await empty(database);
  const store = postgresStore(database);
  await store.write('me', async (writer) => {
    for (const number of [1, 2]) await writer.putCollection(collection(number, `Collection ${number}`));
    for (let number = 0; number < memories; number++) {
      const tags = ['All', `Of ${number % 500}`, ...(number % 400 === 0 ? ['Rare'] : [])];
      const url = number % 400 === 0 ? 'https://a.example/' : `https://a.example/${number}`;
      await writer.putMemory(
        memory(number, {
          tags,
          collection: idOf('col', 1 + (number % 2)),
          url,
          createdAt: new Date(number * 1000).toISOString(),
        }),
      );
    }
  });
  await database.query('analyze');
}

const both = [idOf('col', 1), idOf('col', 2)];
const after = { createdAt: new Date(1_000_000).toISOString(), id: idOf('mem', 1000) };

const reads: [string, (reader: StoreReader) => Promise<unknown>][] = [
  ['a memory', (reader) => reader.memory(idOf('mem', 7))],
  ['the newest', (reader) => reader.listMemories({ deleted: false, limit })],
  ['a page in the middle', (reader) => reader.listMemories({ deleted: false, after, limit })],
  ['a time', (reader) => reader.listMemories({ deleted: false, createdBefore: after.createdAt, limit })],
  ['a tag', (reader) => reader.listMemories({ deleted: false, tagKeys: ['all'], after, limit })],
  ['a collection', (reader) => reader.listMemories({ deleted: false, collections: both.slice(0, 1), after, limit })],
  ['several collections', (reader) => reader.listMemories({ deleted: false, collections: both, after, limit })],
  [
    'a tag in several collections',
    (reader) => reader.listMemories({ deleted: false, collections: both, tagKeys: ['all'], after, limit }),
  ],
  ['a source', (reader) => reader.listMemories({ deleted: false, source: 'popup', after, limit })],
  ['an address', (reader) => reader.listMemories({ deleted: false, url: 'https://a.example/', limit })],
  [
    'a rare tag among others',
    (reader) => reader.listMemories({ deleted: false, tagKeys: ['all', 'rare'], source: 'popup', limit }),
  ],
  ['the trash', (reader) => reader.listMemories({ deleted: true, tagKeys: ['all'], limit })],
  ['tags', (reader) => reader.listTags({ prefix: 'o', limit })],
  ['tags of several collections', (reader) => reader.listTags({ within: both, prefix: 'o', after: 'of 2', limit })],
  ['collections', (reader) => reader.listCollections({ limit })],
  ['changes', (reader) => reader.changes(1_000, limit)],
  ['counts', (reader) => reader.countMemories(both)],
];

const writes: [string, (writer: StoreWriter) => Promise<unknown>][] = [
  [
    'a new memory',
    (writer) => writer.putMemory(memory(memories, { tags: ['All', 'New'], collection: idOf('col', 1) })),
  ],
  ['a memory with other tags', (writer) => writer.putMemory(memory(7, { tags: ['All', 'Other'] }))],
  ['a memory moved to the trash', (writer) => writer.putMemory(memory(7, { tags: ['All', 'Other'], deletedAt: noon }))],
  ['a memory erased for good', (writer) => writer.eraseMemory(idOf('mem', 8), noon)],
  ['a transaction', (writer) => writer.charge('2026-03-01', 10)],
];

describe.each(databases)('over %s', (_, make) => {
  const { database } = sharedDatabase(make);
  beforeAll(() => fill(database()));

  test('a read takes at most two statements, each of which reads few rows', async () => {
    for (const [what, work] of reads) {
      const watched = recordStatements(database());
      await postgresStore(watched.database).read('me', work);
      const statements = statementsOf(watched.take());
      expect(statements.length, what).toBeLessThanOrEqual(2);
      for (const recorded of statements)
        expect(await rowsRead(database(), recorded), `${what}: ${recorded.statement}`).toBeLessThanOrEqual(4 * limit);
    }
  });

  test('control: the measure detects a list without an index', async () => {
    const statement = `select id from memories where owner = $1 and title is null and content = 'none' order by created_at desc limit ${limit}`;
    expect(await rowsRead(database(), { statement, values: ['me'] })).toBe(memories);
  });

  test('each statement of a write reads few rows', async () => {
    for (const [what, work] of writes) {
      const watched = recordStatements(database());
      await postgresStore(watched.database).write('me', work);
      for (const recorded of statementsOf(watched.take()))
        expect(await rowsReadByWrite(database(), recorded), `${what}: ${recorded.statement}`).toBeLessThanOrEqual(
          4 * limit,
        );
    }
  });

  test('emptying a collection takes one statement besides the lock, and reads only the collection’s memories', async () => {
    const few = 40;
    const watched = recordStatements(database());
    const store = postgresStore(watched.database);
    await store.write('me', async (writer) => {
      for (let number = 0; number < few; number++)
        await writer.putMemory(memory(memories + number, { tags: ['All'], collection: idOf('col', 3) }));
    });
    watched.take();
    const emptying = store.write('me', async (writer) => {
      await writer.emptyCollection(idOf('col', 3), noon);
      throw new Error('undone');
    });
    await expect(emptying).rejects.toThrow('undone');
    const statements = statementsOf(watched.take());
    expect(statements).toHaveLength(2);
    for (const recorded of statements)
      expect(await rowsReadByWrite(database(), recorded), recorded.statement).toBeLessThanOrEqual(2 * few);
  });

  test('deleting a collection takes as many statements for many memories as for one', async () => {
    const watched = recordStatements(database());
    const store = postgresStore(watched.database);
    const host = testService(store);
    const statementsFor = async (count: number) => {
      const { id } = (await host.send('POST', '/collections', { name: `With ${count}` })).body;
      await store.write('me', async (writer) => {
        for (let number = 0; number < count; number++)
          await writer.putMemory(memory(2 * memories + number, { collection: id }));
      });
      watched.take();
      expect((await host.send('DELETE', `/collections/${id}`)).status).toBe(204);
      return statementsOf(watched.take()).length;
    };
    expect(await statementsFor(100)).toBe(await statementsFor(1));
  });
});
