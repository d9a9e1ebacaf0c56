import { describe, expect, test } from 'vitest';
import { mixture, type Noise } from '../../../bench/vectors/mixture.ts';
import { addToGraph, ownersToGraph } from '../../../src/search/postgres/vector/graph.ts';
import { createGraphSql, prepareVectorTables } from '../../../src/search/postgres/vector/vector-tables.ts';
import { postgresVectors } from '../../../src/search/postgres/vector/vector-index.ts';
import { vectorText } from '../../../src/search/postgres/vector/windows.ts';
import { normalise } from '../../../src/lib/vector-math.ts';
import type { IndexFilters } from '../../../src/service/ports/keyword-index.ts';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import { databases } from '../../support/postgres/databases.ts';
import { ofTheDay, runsAll, sized } from '../../support/rounds.ts';
import { recordStatements, statementsOf, type RecordedTransaction } from '../../../scripts/postgres/recorded.ts';
import { withTables } from './tables.ts';

const model = { id: 'a model', dimensions: 384 };
/** The number of vectors of all owners. One in 200 belongs to the small owner. */
const count = sized(30_000, 6_000);
const share = 200;
const own = count / share;
const queryCount = 20;
/** Kinds of clustered notes, each with a database and a number of dimensions. All combinations would take minutes. */
const kinds: [database: string, noise: Noise, dimensions: number][] = [
  ['PGlite', 'flat', 48],
  ['PostgreSQL', 'flat', model.dimensions],
  ['PostgreSQL', 'even', 96],
];

/**
 * The filters by tag and by collection each pass two thirds of every owner's memories: every third memory lacks the
 * tag, and the last third of all memories isn't in the collection.
 */
const filters: [what: string, filters: IndexFilters, passing: number][] = [
  ['no filter', {}, own],
  ['a tag', { tagKeys: ['most'] }, (own * 2) / 3],
  ['a collection', { collections: ['col_old'] }, (own * 2) / 3],
];

describe.each(runsAll ? kinds : kinds.slice(1, 2))(
  '%s, clustered notes with %s noise, %i dimensions',
  (name, noise, dimensions) => {
    const make = new Map(databases).get(name)!;

    test(
      'an owner with one in 200 vectors gets complete results from the graph, at least 99 % of them correct',
      { timeout: 600_000 },
      async () => {
        const sizedModel = { ...model, dimensions };
        const database = await withTables(make);
        await prepareVectorTables(database, sizedModel);
        const all = mixture({ noise, clusters: 20, count, seed: 3, dimensions: model.dimensions }, queryCount);
        const queries = all.queries.map((vector) => normalise(vector.slice(0, dimensions)));
        const pointOf = (number: number) =>
          normalise(all.points.slice(number * model.dimensions, number * model.dimensions + dimensions));
        // Building the graph at the end saves minutes compared with adding vectors to it one by one.
        await database.query('drop index search_windows_graph');
        await fill(database, pointOf, count, { graphed: true, known: ['small'] });
        await database.transaction('long write', async (sql) => {
          await sql.query(`set local maintenance_work_mem = '512MB'`);
          await sql.query(createGraphSql);
        });
        await database.query('analyze search_windows');
        const watched = recordStatements(database);
        const byGraph = postgresVectors(watched.database, sizedModel, { exactLimit: 0 })('small');
        const oneByOne = postgresVectors(watched.database, sizedModel, { exactLimit: Infinity })('small');
        for (const [what, given, passing] of filters) {
          expect(await oneByOne.search({ vector: queries[0]!, filters: given, limit: count }), what).toHaveLength(
            passing,
          );
          let found = 0;
          for (const vector of queries) {
            const query = { vector, filters: given, limit: 10 };
            watched.take();
            const right = await oneByOne.search(query);
            expect(await indexesOf(database, watched.take()), what).not.toContain('search_windows_graph');
            const hits = await byGraph.search(query);
            const transactions = watched.take();
            expect(await indexesOf(database, transactions), what).toContain('search_windows_graph');
            expect(await countWithoutIterating(database, transactions), what).toBeLessThan(10);
            expect(hits, what).toHaveLength(10);
            expect(right, what).toHaveLength(10);
            found += hits.filter(({ id }) => right.some((hit) => hit.id === id)).length;
          }
          expect(found / (10 * queryCount), what).toBeGreaterThanOrEqual(0.99);
        }
      },
    );
  },
);

describe.each(databases)('%s', (_, make) => {
  test.each(ofTheDay(filters))(
    'compares up to 50,000 matching vectors one by one, and uses the graph for more, with %s',
    async (_what, given) => {
      const database = await withTables(make);
      await prepareVectorTables(database, model);
      await fill(
        database,
        (number) => normalise(Float32Array.from({ length: model.dimensions }, (_, index) => Math.sin(number + index))),
        3 * share,
        { graphed: true, known: ['large'] },
      );
      const watched = recordStatements(database);
      const index = postgresVectors(watched.database, model)('large');
      const search = async () => {
        watched.take();
        await index.search({
          vector: normalise(new Float32Array(model.dimensions).fill(1)),
          filters: given,
          limit: 10,
        });
        return indexesOf(database, watched.take());
      };
      // Pretends that this many of the owner's vectors match, all of them in one memory.
      const pretend = async (windows: number) => {
        await database.query(`update search_owners set windows = $1 where owner = 'large'`, [
          Math.max(windows, 50_001),
        ]);
        await database.query(
          `update search_memories set windows = case when memory = 'mem_00000002' then $1::int else 0 end where owner = 'large'`,
          [windows],
        );
        if (Object.keys(given).length === 0)
          await database.query(`update search_owners set windows = $1 where owner = 'large'`, [windows]);
      };
      await pretend(50_000);
      expect(await search()).not.toContain('search_windows_graph');
      await pretend(50_001);
      expect(await search()).toContain('search_windows_graph');
    },
  );

  test('adds an owner’s vectors to the graph in slices if there are too many to compare, and finds them', async () => {
    const database = await withTables(make);
    await prepareVectorTables(database, model);
    const { points, queries } = mixture(
      { noise: 'flat', clusters: 3, count: 600, seed: 4, dimensions: model.dimensions },
      3,
    );
    await fill(database, (number) => points.subarray(number * model.dimensions, (number + 1) * model.dimensions), 600, {
      graphed: false,
      known: ['small', 'large'],
    });
    const slices: (string | undefined)[] = [];
    expect(await ownersToGraph(database, 100)).toEqual(['large']);
    for (let after: string | undefined = ''; after !== undefined; slices.push(after))
      after = await addToGraph(database, 'large', after);
    expect(slices.length).toBeGreaterThan(10);
    expect(await ownersToGraph(database, 100)).toEqual([]);
    expect(
      await database.query(
        'select owner, graphed, count(*) as count from search_windows group by owner, graphed order by owner',
      ),
    ).toEqual([
      { owner: 'large', graphed: true, count: 597 },
      { owner: 'small', graphed: false, count: 3 },
    ]);
    const [byGraph, oneByOne] = [0, Infinity].map((exactLimit) =>
      postgresVectors(database, model, { exactLimit })('large'),
    );
    for (const vector of queries)
      expect(await byGraph!.search({ vector, filters: {}, limit: 10 })).toEqual(
        await oneByOne!.search({ vector, filters: {}, limit: 10 }),
      );
    await database.query('update search_owners set graphed = false');
    expect(await ownersToGraph(database, 100)).toEqual(['large']);
    await database.query('drop index search_windows_graph');
    expect(await ownersToGraph(database, 100)).toEqual([]);
  });
});

/**
 * By default, if a row is larger than 2 KB, PostgreSQL moves values into another table. Comparing 50,000 vectors then
 * takes three times as long.
 */
test.each(databases)('over %s, vectors and ids are stored in the rows themselves', async (_, make) => {
  const database = await withTables(make);
  await prepareVectorTables(database, { ...model, dimensions: 896 });
  const pointOf = (number: number) => normalise(Float32Array.from({ length: 896 }, (__, at) => Math.sin(number + at)));
  await fill(database, pointOf, share, { graphed: false, known: [] });
  const [found] = await database.query<{ elsewhere: number; rows: number }>(
    `select pg_relation_size(reltoastrelid)::int as elsewhere, (select count(*)::int from search_windows) as rows
    from pg_class where oid = 'search_windows'::regclass`,
  );
  expect(found).toEqual({ elsewhere: 0, rows: share });
});

/**
 * Inserts vectors as if memories had been indexed. Every 200th belongs to the owner `small`, the others to `large`.
 * `known`: the owners that also get rows in `search_memories`.
 */
async function fill(
  database: SqlDatabase,
  pointOf: (number: number) => Float32Array,
  count: number,
  { graphed, known }: { graphed: boolean; known: string[] },
): Promise<void> {
  for (const [owner, windows] of [
    ['small', count / share],
    ['large', count - count / share],
  ] as const) {
    await database.query(
      `insert into search_owners (owner, store, analyser, seq, memories, total_length, next_number, windows, graphed) values ($1, '', 1, 0, $2, 0, 0, $2, $3)`,
      [owner, windows, graphed],
    );
  }
  for (let start = 0; start < count; start += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, count - start) }, (_, index) => {
      const number = start + index;
      const isSmall = number % share === 0;
      return {
        owner: isSmall ? 'small' : 'large',
        memory: `mem_${String(number).padStart(8, '0')}`,
        number,
        collection: number < (count * 2) / 3 ? 'col_old' : null,
        tag: (isSmall ? number / share : number) % 3 === 0 ? '{}' : '{most}',
        vector: vectorText(pointOf(number)),
      };
    });
    const given =
      'from json_to_recordset($1::json) as g (owner text, memory text, number int, collection text, tag text, vector text)';
    await database.query(
      `insert into search_memories (owner, memory, number, seq, created_at, source, collection, tag_keys, length, text_hash, windows)
      select owner, memory, number, number, number, 'popup', collection, tag::text[], 1, '', 1 ${given}`,
      [JSON.stringify(rows.filter(({ owner }) => known.includes(owner)))],
    );
    await database.query(
      `insert into search_windows (owner, memory, place, starts, ends, created_at, source, collection, tag_keys, graphed, vector)
      select owner, memory, 0, 0, 1, number, 'popup', collection, tag::text[], $2::boolean, vector::vector ${given}`,
      [JSON.stringify(rows), graphed],
    );
  }
}

async function indexesOf(database: SqlDatabase, transactions: RecordedTransaction[]): Promise<string[]> {
  const indexes: string[] = [];
  for (const { steps } of transactions) {
    await database.transaction('read', async (sql) => {
      for (const { statement, values } of steps.flat()) {
        const plan = statement.startsWith('set ')
          ? await sql.query(statement, values)
          : await sql.query(`explain (format json) ${statement}`, values);
        indexes.push(...Array.from(JSON.stringify(plan).matchAll(/"Index Name":"(\w+)"/g), ([, name]) => name!));
      }
    });
  }
  return indexes;
}

/** The number of windows that the graph returns without iterative scans. */
async function countWithoutIterating(database: SqlDatabase, transactions: RecordedTransaction[]): Promise<number> {
  return database.transaction('read', async (sql) => {
    let rows: object[] = [];
    for (const { statement, values } of statementsOf(transactions))
      if (!statement.includes('hnsw.iterative_scan')) rows = await sql.query(statement, values);
    return rows.length;
  });
}
