import { describe, expect, test } from 'vitest';
import { mixture } from '../../../bench/vectors/mixture.ts';
import { putIntoGraph, toBeGraphed } from '../../../src/search/postgres/vector/graph.ts';
import { graph, prepareShelf } from '../../../src/search/postgres/vector/shelf.ts';
import { postgresVectors } from '../../../src/search/postgres/vector/vector-index.ts';
import { spelled } from '../../../src/search/postgres/vector/windows.ts';
import type { IndexFilters } from '../../../src/service/ports/keyword-index.ts';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import { databases } from '../../support/postgres/databases.ts';
import { withTables } from './tables.ts';

const model = { id: 'a model', dimensions: 384 };
/** How many vectors all owners have together; one of 200 is the small owner's. */
const counts: Record<string, number> = { PGlite: 2_000, PostgreSQL: 10_000 };
const share = 200;
const queryCount = 20;

/** Which memories pass, by their number: a tenth has the tag, a fifth is in the collection. */
const filters: [string, IndexFilters][] = [
  ['no filter', {}],
  ['a tag', { tagKeys: ['tenth'] }],
  ['a collection', { collections: ['col_fifth'] }],
];

describe.each(databases)('%s', (name, make) => {
  test.each(['even', 'flat'] as const)('an owner with a two-hundredth of all vectors gets a full answer from the graph, and the right one: notes in clusters, %s', { timeout: 240_000 }, async (noise) => {
    const count = counts[name]!;
    const database = await withTables(make);
    await prepareShelf(database, model);
    const { points, queries } = mixture({ noise, clusters: 20, count, seed: 3 }, queryCount);
    // Put in one by one, the vectors of this test would take a minute.
    await database.query('drop index search_windows_graph');
    await fill(database, points, count, true);
    await database.query(graph);
    const [byGraph, oneByOne] = [0, Infinity].map((mostExact) => postgresVectors(database, model, { mostExact })('small'));
    for (const [, given] of filters) {
      let [found, of] = [0, 0];
      for (const vector of queries) {
        const [hits, right] = await Promise.all([byGraph!, oneByOne!].map((index) => index.search({ vector, filters: given, limit: 10 })));
        expect(hits).toHaveLength(right!.length);
        of += right!.length;
        found += hits!.filter(({ id }) => right!.some((hit) => hit.id === id)).length;
      }
      expect(of).toBe(queryCount * Math.min(10, (count / share) * (given.tagKeys ? 0.1 : given.collections ? 0.2 : 1)));
      expect(found / of).toBeGreaterThanOrEqual(0.99);
    }
    expect(await plan(database, queries[0]!)).toContain('search_windows_graph');
  });

  test('an owner whose vectors have become too many is put into the graph slice by slice, and found in it', async () => {
    const database = await withTables(make);
    await prepareShelf(database, model);
    const { points, queries } = mixture({ noise: 'flat', clusters: 3, count: 600, seed: 4 }, 3);
    await fill(database, points, 600, false);
    const slices: (string | undefined)[] = [];
    expect(await toBeGraphed(database, 100)).toEqual(['large']);
    for (let after: string | undefined = ''; after !== undefined; slices.push(after)) after = await putIntoGraph(database, 'large', after);
    expect(slices.length).toBeGreaterThan(10);
    expect(await toBeGraphed(database, 100)).toEqual([]);
    expect(await database.query('select owner, graphed, count(*) as count from search_windows group by owner, graphed order by owner')).toEqual([
      { owner: 'large', graphed: true, count: 597 },
      { owner: 'small', graphed: false, count: 3 },
    ]);
    const [byGraph, oneByOne] = [0, Infinity].map((mostExact) => postgresVectors(database, model, { mostExact })('large'));
    for (const vector of queries) expect(await byGraph!.search({ vector, filters: {}, limit: 10 })).toEqual(await oneByOne!.search({ vector, filters: {}, limit: 10 }));
    await database.query('update search_owners set graphed = false');
    expect(await toBeGraphed(database, 100)).toEqual(['large']);
    await database.query('drop index search_windows_graph');
    expect(await toBeGraphed(database, 100)).toEqual([]);
  });
});

/** Vectors laid into the tables as if they had been read: every 200th belongs to the owner `small`. */
async function fill(database: SqlDatabase, points: Float32Array, count: number, graphed: boolean): Promise<void> {
  for (const [owner, windows] of [['small', count / share], ['large', count - count / share]] as const) {
    await database.query(`insert into search_owners (owner, store, analyser, seq, memories, total_length, next_number, windows, graphed) values ($1, '', 1, 0, $2, 0, 0, $2, $3)`, [owner, windows, graphed]);
  }
  for (let start = 0; start < count; start += 500) {
    const rows = Array.from({ length: Math.min(500, count - start) }, (_, place) => {
      const number = start + place;
      const own = Math.floor(number / share);
      const isSmall = number % share === 0;
      return {
        owner: isSmall ? 'small' : 'large',
        memory: `mem_${String(number).padStart(8, '0')}`,
        number,
        collection: (isSmall ? own : number) % 5 === 0 ? 'col_fifth' : null,
        tag: (isSmall ? own : number) % 10 === 0 ? '{tenth}' : '{}',
        vector: spelled(points.subarray(number * model.dimensions, (number + 1) * model.dimensions)),
      };
    });
    const given = 'from json_to_recordset($1::json) as g (owner text, memory text, number int, collection text, tag text, vector text)';
    await database.query(
      `insert into search_memories (owner, memory, number, seq, created_at, source, collection, tag_keys, length, text_hash, windows)
      select owner, memory, number, number, number, 'popup', collection, tag::text[], 1, '', 1 ${given}`,
      [JSON.stringify(rows)],
    );
    await database.query(
      `insert into search_windows (owner, memory, place, starts, ends, created_at, source, collection, tag_keys, graphed, vector)
      select owner, memory, 0, 0, 1, number, 'popup', collection, tag::text[], $2::boolean, vector::vector ${given}`,
      [JSON.stringify(rows), graphed],
    );
  }
}

/** How the database answers the graph's statement. */
async function plan(database: SqlDatabase, vector: Float32Array): Promise<string> {
  return database.transaction('read', async (sql) => {
    for (const setting of ['enable_sort', 'enable_bitmapscan', 'enable_seqscan']) await sql.query(`set local ${setting} = off`);
    const rows = await sql.query(`explain select memory from search_windows where owner = 'small' and graphed order by vector <#> '${spelled(vector)}'::vector limit 40`);
    return JSON.stringify(rows);
  });
}
