import { describe, expect, test, vi } from 'vitest';
import { keywordIndex } from '../../../src/search/keyword/keyword-index.ts';
import { postgresKeyword } from '../../../src/search/postgres/keyword/keyword-index.ts';
import { prepareVectorTables } from '../../../src/search/postgres/vector/vector-tables.ts';
import type { ChangeFeed, KeywordIndex } from '../../../src/service/ports/keyword-index.ts';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import { databases } from '../../support/postgres/databases.ts';
import { Notebook } from '../../unit/search/keyword/notebook.ts';
import { indexSome, model } from './index-some.ts';
import { withTables } from './tables.ts';

const text = 'boat number 7';
const search = (index: KeywordIndex) => index.search({ text, filters: {}, limit: 5 });

function filled(count: number, store?: string): Notebook {
  const notebook = new Notebook(store);
  for (let index = 0; index < count; index++)
    notebook.save(`mem_${String(index).padStart(4, '0')}`, { content: `boat number ${index}` });
  return notebook;
}

/** The results of the in-memory index. */
async function expected(feed: ChangeFeed) {
  const oracle = keywordIndex();
  await oracle.catchUp(feed);
  return search(oracle);
}

const progress = (database: SqlDatabase) =>
  database.query('select seq, memories, next_number as "nextNumber" from search_owners');

describe.each(databases)('%s', (_, make) => {
  test('several indexes that catch up at the same time apply each change once', async () => {
    const database = await withTables(make);
    const notebook = filled(450);
    const followers = Array.from({ length: 4 }, () => postgresKeyword(database)('me'));
    await Promise.all(followers.map((index) => index.catchUp(notebook)));
    expect(await progress(database)).toEqual([{ seq: 450, memories: 450, nextNumber: 450 }]);
    expect(await search(followers[0]!)).toEqual(await expected(notebook));
  });

  test('an index that catches up late doesn’t undo changes that another index has applied', async () => {
    const database = await withTables(make);
    const notebook = filled(10);
    const [early, late] = [postgresKeyword(database)('me'), postgresKeyword(database)('me')];
    await early.catchUp(notebook);
    let calls = 0;
    // The first seq is outdated: the early index has applied later changes since.
    await late.catchUp({
      store: notebook.store,
      changes: (seq, limit) => notebook.changes(seq, limit),
      lastSeq: async () => (calls++ === 0 ? 4 : 10),
    });
    expect(notebook.asked).toEqual([0]);
    expect(await progress(database)).toEqual([{ seq: 10, memories: 10, nextNumber: 10 }]);
  });

  test('indexes each long text in its own transaction, so that others can use the database in between', async () => {
    const database = await withTables(make);
    const notebook = new Notebook();
    for (let index = 0; index < 4; index++) notebook.save(`mem_${index}`, { content: 'boat '.repeat(14_000) });
    for (let index = 4; index < 40; index++) notebook.save(`mem_${index}`, { content: 'boat' });
    const transaction = vi.spyOn(database, 'transaction');
    await postgresKeyword(database)('me').catchUp(notebook);
    // One transaction at the start, one for each long text, and one for all other texts.
    expect(transaction.mock.calls.filter(([mode]) => mode !== 'read').length).toBe(6);
    expect(await progress(database)).toEqual([{ seq: 40, memories: 40, nextNumber: 40 }]);
    expect(await search(postgresKeyword(database)('me'))).toEqual(await expected(notebook));
  });

  test('removes each long text in its own transaction, so that others can use the database in between', async () => {
    const database = await withTables(make);
    const notebook = new Notebook();
    const long = Array.from({ length: 600 }, (_, number) => `${number}${'x'.repeat(120)}`).join(' ');
    for (let index = 0; index < 4; index++) notebook.save(`mem_${index}`, { content: `${long} ${index}` });
    const index = postgresKeyword(database)('me');
    await index.catchUp(notebook);
    notebook.trash('mem_0');
    notebook.erase('mem_1');
    for (const id of ['mem_2', 'mem_3']) notebook.save(id, { content: 'boat' });
    for (let number = 4; number < 40; number++) notebook.save(`mem_${number}`, { content: 'boat' });
    const transaction = vi.spyOn(database, 'transaction');
    await index.catchUp(notebook);
    // One transaction for each long text that is removed, and one for all other changes.
    expect(transaction.mock.calls.filter(([mode]) => mode !== 'read').length).toBe(5);
    expect(await progress(database)).toEqual([{ seq: 44, memories: 38, nextNumber: 42 }]);
    expect(await search(index)).toEqual(await expected(notebook));
  });

  test('deletes the row of a word that no memory contains any more, without first updating the row', async () => {
    const database = await withTables(make);
    await database.query('alter table search_words add check (holders > 0)');
    const notebook = new Notebook();
    notebook.save('mem_0', { content: 'boat number seven' });
    notebook.save('mem_1', { content: 'boat' });
    const index = postgresKeyword(database)('me');
    await index.catchUp(notebook);
    notebook.save('mem_0', { content: 'boat' });
    await index.catchUp(notebook);
    const words = () => database.query('select word, holders from search_words order by word');
    expect(await words()).toEqual([{ word: 'boat', holders: 2 }]);
    notebook.trash('mem_0');
    await index.catchUp(notebook);
    expect(await words()).toEqual([{ word: 'boat', holders: 1 }]);
  });

  test('is up to date if the last changes are tombstones that were dropped', async () => {
    const database = await withTables(make);
    const notebook = filled(3);
    const feed: ChangeFeed = { ...notebook, changes: (...page) => notebook.changes(...page), lastSeq: async () => 5 };
    await postgresKeyword(database)('me').catchUp(feed);
    expect(await progress(database)).toEqual([{ seq: 5, memories: 3, nextNumber: 3 }]);
  });

  test.each([
    ['another store', filled(3, 'another store')],
    ['a store that was restored to an earlier state', filled(3)],
  ])('starts over with %s', async (_name, next) => {
    const database = await withTables(make);
    const index = postgresKeyword(database)('me');
    await index.catchUp(filled(10));
    await index.catchUp(next);
    expect(await progress(database)).toEqual([{ seq: 3, memories: 3, nextNumber: 3 }]);
    expect(await search(index)).toEqual(await expected(next));
  });

  test('indexes everything again if the index is from another analyser version', async () => {
    const database = await withTables(make);
    const index = postgresKeyword(database)('me');
    const notebook = filled(3);
    await index.catchUp(notebook);
    await database.query('update search_owners set analyser = 0');
    await index.catchUp(notebook);
    expect(notebook.asked).toEqual([0, 0]);
    expect(await search(index)).toEqual(await expected(notebook));
  });

  test('reads only the last sequence number from the store if nothing is new', async () => {
    const database = await withTables(make);
    const notebook = filled(3);
    await postgresKeyword(database)('me').catchUp(notebook);
    notebook.asked.length = 0;
    await postgresKeyword(database)('me').catchUp(notebook);
    expect(notebook.asked).toEqual([]);
  });

  test('accepts words that are too long for a database index', async () => {
    const database = await withTables(make);
    const notebook = new Notebook();
    const endless = '\uFDFA'.repeat(128);
    notebook.save('mem_1', { content: `boat ${endless}` });
    notebook.save('mem_2', { content: `boat ${endless.slice(1)}` });
    const index = postgresKeyword(database)('me');
    await index.catchUp(notebook);
    expect((await index.search({ text: `${endless} `, filters: {}, limit: 5 })).map(({ id }) => id)).toEqual(['mem_1']);
  });
});

test('catching up and indexing don’t wait for the disk, since work lost in a crash is done again', async () => {
  // Only on PGlite: in PostgreSQL, a background process soon writes everything to disk.
  const database = await withTables(databases.find(([name]) => name === 'PGlite')![1]);
  await prepareVectorTables(database, model);
  async function isOnDisk(): Promise<boolean> {
    const [row] = await database.query<{ done: boolean }>(
      'select pg_current_wal_insert_lsn() = pg_current_wal_flush_lsn() as done',
    );
    return row!.done;
  }
  const notebook = filled(3);
  await database.query('create table other (number int)');
  expect(await isOnDisk()).toBe(true);
  await postgresKeyword(database)('me').catchUp(notebook);
  expect(await isOnDisk()).toBe(false);
  await database.query('insert into other values (1)');
  expect(await isOnDisk()).toBe(true);
  await indexSome(database, { me: notebook });
  expect(await isOnDisk()).toBe(false);
});
