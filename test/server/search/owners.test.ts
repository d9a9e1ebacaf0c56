import { expect, test } from 'vitest';
import { postgresKeyword } from '../../../src/search/postgres/keyword/keyword-index.ts';
import { addToGraph, ownersToGraph } from '../../../src/search/postgres/vector/graph.ts';
import { indexingQueue } from '../../../src/search/postgres/vector/indexing-queue.ts';
import { prepareVectorTables } from '../../../src/search/postgres/vector/vector-tables.ts';
import { postgresVectors } from '../../../src/search/postgres/vector/vector-index.ts';
import type { IndexFilters } from '../../../src/service/ports/keyword-index.ts';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import { databases } from '../../support/postgres/databases.ts';
import { tablesWithOwner, unboundTables } from '../../support/postgres/owners/unbound.ts';
import { recordStatements, statementsOf } from '../../../scripts/postgres/recorded.ts';
import { Notebook } from '../../unit/search/keyword/notebook.ts';
import { vectorOf } from '../../unit/search/vector/fixtures.ts';
import { model, indexSome } from './index-some.ts';
import { withTables } from './tables.ts';

/** The first words of each statement that is allowed to read rows of all owners, with the reason. */
const acrossOwners: [statement: string, why: string][] = [
  ['select owner from search_unread where not set_aside', 'finds the next owner to index memories for'],
  ['select owner from search_owners where windows >', 'finds owners that have too many vectors for exact comparison'],
];

const filters: IndexFilters = {
  collections: ['col_a', 'col_b'],
  tagKeys: ['sea'],
  source: 'popup',
  createdAfter: '2020-01-01T00:00:00.000Z',
  createdBefore: '2030-01-01T00:00:00.000Z',
};

/**
 * Calls every function of the indexes for an owner. A `count` above 1,000 also covers words that occur in more than
 * 1,000 memories.
 */
async function useAll(database: SqlDatabase, owner: string, count: number): Promise<void> {
  const notebook = new Notebook();
  for (let index = 0; index < count; index++)
    notebook.save(`mem_${index}`, {
      content: `harbour 漁港 boat ${index}`,
      tags: ['sea'],
      collection: index % 2 === 0 ? 'col_a' : 'col_b',
    });
  const keyword = postgresKeyword(database)(owner);
  const exact = postgresVectors(database, model)(owner);
  const byGraph = postgresVectors(database, model, { exactLimit: 0 })(owner);
  await keyword.catchUp(notebook);
  await exact.catchUp(notebook);
  await byGraph.catchUp(notebook);
  await indexSome(database, { [owner]: notebook }, 20);
  notebook.save('mem_1', { content: 'another text' });
  notebook.save('mem_2', { content: 'harbour 漁港 boat 2', tags: ['land'] });
  notebook.trash('mem_3');
  notebook.erase('mem_4');
  await keyword.catchUp(notebook);

  const queue = indexingQueue(database, model);
  const [some, other] = await queue.claim(2);
  await queue.setAside(some!);
  await queue.release(other!);
  await indexSome(database, { [owner]: notebook }, 20);
  for (const grown of await ownersToGraph(database, 5))
    for (let after: string | undefined = ''; after !== undefined;) after = await addToGraph(database, grown, after);

  for (const given of [{}, filters]) {
    for (const within of [undefined, ['col_a']]) {
      for (const text of ['harbour ', 'har', '漁', '漁港村', 'harbuor ', 'nothing at all '])
        await keyword.search({ text, filters: given, limit: 5, within, also: ['mem_7'] });
      await keyword.containing(['harbour', 'boat'], given, within);
      for (const index of [exact, byGraph]) {
        await index.search({
          vector: vectorOf('harbour', model.id, model.dimensions),
          filters: given,
          within,
          limit: 3,
          also: ['mem_7', 'mem_20'],
        });
        await index.coverage(given, within);
      }
    }
  }
  await exact.vectorOf('mem_7');
  await exact.tokensOf([{ id: 'mem_7', index: 0 }]);
  await keyword.catchUp(new Notebook('another store'));
}

// The statements depend only on whether there is pgvector, so one kind of database is enough.
const make = databases[1]![1];

test.each([true, false])(
  'searching and indexing use only rows of the owner, except in listed statements; with pgvector: %s',
  async (pgvector) => {
    const database = { ...(await withTables(make)), pgvector };
    const watched = recordStatements(database);
    await prepareVectorTables(database, model);
    const tables = new Set((await database.query<{ name: string }>(tablesWithOwner)).map(({ name }) => name));
    await useAll(database, 'ben', 30);
    await useAll(watched.database, 'ann', 1_020);
    const across = new Set<string>();
    const touched = new Set<string>();
    for (const recorded of statementsOf(watched.take())) {
      for (const [, table] of recorded.statement.matchAll(/\b(search_\w+)/g)) touched.add(table!);
      const listed = acrossOwners.find(([begin]) => recorded.statement.startsWith(begin));
      if (listed) across.add(listed[0]);
      expect((await unboundTables(recorded, 'ann', tables)).length > 0, recorded.statement).toBe(listed !== undefined);
    }
    expect([...across].sort()).toEqual(acrossOwners.map(([begin]) => begin).sort());
    expect([...touched]).toEqual(expect.arrayContaining([...tables]));
    // `search_shelf` has no owner: it records the model of all vectors, which is the same for all owners. Changing the
    // model deletes the vectors of every owner.
    expect(
      await database.query(
        `select tablename as name from pg_tables where schemaname = current_schema() and tablename not in (${tablesWithOwner})`,
      ),
    ).toEqual([{ name: 'search_shelf' }]);
  },
);
