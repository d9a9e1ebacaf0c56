import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { postgresVectors } from '../../../src/search/postgres/vector/vector-index.ts';
import { prepareVectorTables } from '../../../src/search/postgres/vector/vector-tables.ts';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import { startBareCluster } from '../../support/postgres/bare-cluster.ts';
import type { Cluster } from '../../../scripts/postgres/cluster.ts';
import { recordStatements, statementsOf } from '../../../scripts/postgres/recorded.ts';
import { databases, postgresDatabase } from '../../support/postgres/databases.ts';
import { Notebook } from '../../unit/search/keyword/notebook.ts';
import { naiveSearch } from '../../unit/search/vector/naive.ts';
import { passagesOf, vectorOf } from '../../unit/search/vector/fixtures.ts';
import { model, indexSome } from './index-some.ts';
import { withTables } from './tables.ts';
import { checkProperty } from '../../support/property.ts';

const words = 'sail harbour room twelve Lisbon ask for the back quiet hotel'.split(' ');
const text = (most: number) =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: most }).map((some) => some.join(' '));
const note = fc.record({
  content: text(12),
  title: fc.option(text(3)),
  tags: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 2 }),
  collection: fc.option(fc.constantFrom('col_a', 'col_b')),
});
const id = fc.integer({ min: 0, max: 12 }).map((number) => `mem_${number}`);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constant('save' as const), id, note) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom('trash' as const, 'restore' as const, 'erase' as const), id) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('read' as const), fc.integer({ min: 1, max: 5 })) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('catch up' as const)) },
);

/** A PostgreSQL without pgvector. */
let bare: Cluster;
beforeAll(async () => {
  bare = await startBareCluster();
});
afterAll(() => bare.stop());

const forms: [string, () => Promise<SqlDatabase>][] = [
  ...databases.map(([name, make]): [string, () => Promise<SqlDatabase>] => [`${name} with pgvector`, make]),
  // PGlite always has pgvector.
  ['PGlite without pgvector', async () => ({ ...(await databases[0]![1]()), pgvector: false })],
  ['PostgreSQL without pgvector', () => postgresDatabase(bare.url)],
];

test('a PostgreSQL without pgvector reports that it has none', async () => {
  const database = await postgresDatabase(bare.url);
  onTestFinished(() => database.close());
  expect(database.pgvector).toBe(false);
  expect(await database.query(`select name from pg_available_extensions where name in ('vector', 'plpgsql')`)).toEqual([
    { name: 'plpgsql' },
  ]);
});

describe.each(forms)('%s', (name, make) => {
  test('finds what the reference search finds after any saves, changes, deletions and indexing', async () => {
    const database = await withTables(make);
    await prepareVectorTables(database, model);
    let owners = 0;
    const run = fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.array(text(4), { minLength: 1, maxLength: 3 }),
      async (steps, queries) => {
        const notebook = new Notebook();
        const owner = `owner${owners++}`;
        const index = postgresVectors(database, model)(owner);
        for (const [kind, first, fields] of steps) {
          if (kind === 'save') notebook.save(first, fields);
          else if (kind === 'catch up') await index.catchUp(notebook);
          else if (kind === 'read') await indexSome(database, { [owner]: notebook }, first);
          else notebook[kind](first);
        }
        await index.catchUp(notebook);
        await indexSome(database, { [owner]: notebook });
        const live = notebook.live();
        expect(index.model).toBe(model.id);
        expect(await index.coverage({})).toEqual({ indexed: live.length, total: live.length });
        for (const query of queries) {
          const vector = vectorOf(query, model.id, model.dimensions);
          for (const [filters, within] of [
            [{}, undefined],
            [{ tagKeys: ['a'] }, undefined],
            [{}, ['col_a']],
          ] as const) {
            const passing = live.filter(
              (row) =>
                (within === undefined || within.some((one) => one === row.collection)) &&
                ('tagKeys' in filters ? row.tagKeys.includes('a') : true),
            );
            const expected = naiveSearch(passing, vector, (whole) => passagesOf(whole, model.id, model.dimensions));
            const given = {
              vector,
              filters: { ...filters, tagKeys: 'tagKeys' in filters ? [...filters.tagKeys] : undefined },
              within: within && [...within],
            };
            const hits = await index.search({ ...given, limit: 100 });
            expect(hits.map(({ id, passage }) => ({ id, passage }))).toEqual(
              expected.map(({ id, passage }) => ({ id, passage })),
            );
            for (const [rank, hit] of hits.entries()) expect(hit.cosine).toBeCloseTo(expected[rank]!.cosine, 5);
            expect(await index.coverage(given.filters, given.within)).toEqual({
              indexed: passing.length,
              total: passing.length,
            });
            const few = await index.search({ ...given, limit: 2, also: live.slice(0, 3).map(({ id }) => id) });
            expect(few).toEqual(
              hits.filter((hit, rank) => rank < 2 || live.slice(0, 3).some(({ id }) => id === hit.id)),
            );
          }
        }
      },
    );
    await checkProperty(`vectors, ${name}`, run, {
      seed: 20_261_121,
      runs: name.startsWith('PGlite') ? 10 : 60,
      seconds: 2,
    });
  });

  test('returns the token vectors of each passage even if the title is longer than one passage', async () => {
    const database = await withTables(make);
    await prepareVectorTables(database, model);
    const notebook = new Notebook();
    const title = 'the first part of a very long title and its last part';
    notebook.save('mem_1', { title, content: 'some words' });
    const index = postgresVectors(database, model)('me');
    await index.catchUp(notebook);
    await indexSome(database, { me: notebook });
    for (const { vector, tokens } of passagesOf(`${title}\nsome words`, model.id, model.dimensions)) {
      const [hit] = await index.search({ vector, filters: {}, limit: 1 });
      const found = (await index.tokensOf([{ id: 'mem_1', index: hit!.passage.index }])).get('mem_1');
      expect(Buffer.from(found!)).toEqual(Buffer.from(tokens!));
    }
  });

  test('reads the token vectors of all candidates in one statement, and drops those of a trashed memory', async () => {
    const database = await withTables(make);
    await prepareVectorTables(database, model);
    const notebook = new Notebook();
    for (let number = 0; number < 50; number++) notebook.save(`mem_${number}`, { content: `harbour ${number}` });
    const watched = recordStatements(database);
    const index = postgresVectors(watched.database, model)('me');
    await index.catchUp(notebook);
    await indexSome(database, { me: notebook });
    watched.take();
    const candidates = Array.from({ length: 50 }, (_, number) => ({ id: `mem_${number}`, index: 0 }));
    expect((await index.tokensOf(candidates)).size).toBe(50);
    expect(statementsOf(watched.take())).toHaveLength(1);

    const rows = () => database.query("select 1 from search_windows where memory = 'mem_7'");
    expect(await rows()).toHaveLength(1);
    notebook.trash('mem_7');
    await index.catchUp(notebook);
    expect(await rows()).toEqual([]);
    expect((await index.tokensOf(candidates)).size).toBe(49);
  });

  test('returns the mean of a memory’s vectors, and indexes memories again after a change of the model', async () => {
    const database = await withTables(make);
    await prepareVectorTables(database, model);
    const notebook = new Notebook();
    notebook.save('mem_1', { content: 'sail harbour room twelve Lisbon' });
    const index = postgresVectors(database, model)('me');
    await index.catchUp(notebook);
    expect(await index.vectorOf('mem_1')).toBeUndefined();
    await indexSome(database, { me: notebook });
    const vectors = passagesOf('sail harbour room twelve Lisbon', model.id, model.dimensions).map(
      ({ vector }) => vector,
    );
    const sum = vectors[0]!.map((_, dimension) => vectors.reduce((total, vector) => total + vector[dimension]!, 0));
    const mean = await index.vectorOf('mem_1');
    for (const [dimension, value] of sum.entries()) expect(mean![dimension]).toBeCloseTo(value / Math.hypot(...sum), 5);

    const next = { id: 'another model', dimensions: 8 };
    await prepareVectorTables(database, next);
    await index.catchUp(notebook);
    expect(index.model).toBe(next.id);
    const following = postgresVectors(database, next)('me');
    await following.catchUp(notebook);
    expect(await following.coverage({})).toEqual({ indexed: 0, total: 1 });
    await indexSome(database, { me: notebook }, Infinity, next);
    expect(await following.coverage({})).toEqual({ indexed: 1, total: 1 });
    expect(
      (await following.search({ vector: vectorOf('sail', next.id, 8), filters: {}, limit: 5 })).map((hit) => hit.id),
    ).toEqual(['mem_1']);
  });
});

test.each(databases)('%s: indexes memories again when pgvector is added or removed', async (_, make) => {
  const database = await make();
  onTestFinished(() => database.close());
  const without = await withTables(async () => ({ ...database, pgvector: false, close: async () => {} }));
  const notebook = new Notebook();
  notebook.save('mem_1', { content: 'sail' });
  for (const current of [without, database, without]) {
    await prepareVectorTables(current, model);
    const index = postgresVectors(current, model)('me');
    await index.catchUp(notebook);
    expect(await index.coverage({})).toEqual({ indexed: 0, total: 1 });
    await indexSome(current, { me: notebook });
    await prepareVectorTables(current, model);
    const [hit] = await index.search({ vector: vectorOf('sail', model.id, model.dimensions), filters: {}, limit: 5 });
    expect(hit!.cosine).toBeCloseTo(1, 5);
  }
});
