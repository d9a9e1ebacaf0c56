import { readdirSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { analyserVersion } from '../../../src/lib/text/term.ts';
import { postgresKeyword } from '../../../src/search/postgres/keyword/keyword-index.ts';
import { searchMigrations } from '../../../src/search/postgres/migrations/index.ts';
import { prepareVectorTables } from '../../../src/search/postgres/vector/vector-tables.ts';
import { postgresVectors } from '../../../src/search/postgres/vector/vector-index.ts';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import { migrate } from '../../../src/server/database/migrate.ts';
import { model, notebook } from '../../fixtures/postgres/search/contents.ts';
import { databases } from '../../support/postgres/databases.ts';
import { schemaOf, loadFixture } from '../../support/postgres/schema.ts';
import type { Notebook } from '../../unit/search/keyword/notebook.ts';
import { vectorOf } from '../../unit/search/vector/fixtures.ts';
import { indexSome } from './index-some.ts';

const folder = new URL('../../fixtures/postgres/search/', import.meta.url);

/** The migrations that have a fixture. The first has none: the first released version already had two migrations. */
const released = searchMigrations.slice(1).map(({ name }) => name);

/** PGlite always has pgvector. */
const forms = databases.flatMap(([name, make]) =>
  (name === 'PGlite' ? ['vector'] : ['vector', 'bytes']).map((form) => [name, form, make] as const),
);

test('every migration after the first has a fixture of the resulting database, with and without pgvector', () => {
  expect(
    readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort(),
  ).toEqual(released.flatMap((name) => [`${name}.bytes.sql`, `${name}.vector.sql`]));
});

describe.each(forms)('over %s, vectors as %s', (_, form, make) => {
  async function open(): Promise<SqlDatabase> {
    const database = await make();
    onTestFinished(() => database.close());
    return { ...database, pgvector: form === 'vector' };
  }
  const fixtureOf = (name: string) => new URL(`${name}.${form}.sql`, folder);

  async function found(database: SqlDatabase, feed: Notebook): Promise<unknown> {
    const [keyword, vectors] = [postgresKeyword(database)('me'), postgresVectors(database, model)('me')];
    await keyword.catchUp(feed);
    await vectors.catchUp(feed);
    const words = ['hotel ', 'harb', '漁港', 'harbuor ', 'model '].map((text) =>
      keyword.search({ text, filters: {}, limit: 5 }),
    );
    const vector = vectorOf('Boats, sails and', model.id, model.dimensions);
    return {
      words: await Promise.all(words),
      near: await vectors.search({ vector, filters: { tagKeys: ['sea'] }, limit: 5 }),
      coverage: await vectors.coverage({}),
    };
  }

  test('the schema changes only with a new migration', async () => {
    const [fresh, kept] = [await open(), await open()];
    await migrate(fresh, searchMigrations);
    await prepareVectorTables(fresh, model);
    await loadFixture(kept, fixtureOf(released.at(-1)!));
    expect(await schemaOf(fresh)).toEqual(await schemaOf(kept));
    await kept.query('drop index search_words_by_term');
    expect(await schemaOf(fresh)).not.toEqual(await schemaOf(kept));
  });

  test('finds what the first released version indexed, and continues to index from there', async () => {
    const [fresh, kept] = [await open(), await open()];
    await loadFixture(kept, fixtureOf('0101-search-meaning'));
    // Pretends that the current analyser version filled the tables: those of another version would be emptied.
    await kept.query('update search_owners set analyser = $1', [analyserVersion]);
    for (const database of [fresh, kept]) {
      await migrate(database, searchMigrations);
      await prepareVectorTables(database, model);
    }
    const [freshFeed, feed] = [notebook(), notebook()];
    await postgresKeyword(fresh)('me').catchUp(freshFeed);
    await fresh.query(`update search_unread set set_aside = true where memory in ('mem_4', 'mem_5')`);
    await indexSome(fresh, { me: freshFeed });
    const expected = await found(fresh, freshFeed);
    expect(expected).toMatchObject({
      words: [
        [{ id: 'mem_2' }, { id: 'mem_1' }],
        [{ id: 'mem_4' }, { id: 'mem_1' }],
        [{ id: 'mem_2' }],
        [{ id: 'mem_4' }, { id: 'mem_1' }],
        [{ id: 'mem_5' }],
      ],
      near: [{ id: 'mem_2' }, { id: 'mem_1' }],
      coverage: { indexed: 2, total: 4 },
    });
    expect(await found(kept, feed)).toEqual(expected);
    // The upgraded index read the feed from its start, to fill columns of newer migrations. It kept its vectors.
    expect(feed.asked).toEqual([0]);

    // Memories that already have vectors are queued again, to get token vectors.
    const again = 'select memory from search_unread where again order by memory';
    expect(await kept.query(again)).toEqual([{ memory: 'mem_1' }, { memory: 'mem_2' }]);
    const windows = ['mem_1', 'mem_2'].map((id) => ({ id, index: 0 }));
    const tokens = (database: SqlDatabase) => postgresVectors(database, model)('me').tokensOf(windows);
    expect(await tokens(kept)).toEqual(new Map());
    await kept.query(`update search_unread set set_aside = true where memory = 'mem_4'`);
    await indexSome(kept, { me: feed });
    expect(await kept.query(again)).toEqual([]);
    expect((await tokens(kept)).size).toBe(2);
    expect(await tokens(kept)).toEqual(await tokens(fresh));
    expect(await found(kept, feed)).toEqual(expected);

    for (const [database, book] of [
      [fresh, freshFeed],
      [kept, feed],
    ] as const) {
      book.save('mem_1', { content: 'Another room', tags: ['sea'] });
      book.save('mem_7', { content: 'the harbour again' });
      await postgresKeyword(database)('me').catchUp(book);
      await database.query(`update search_unread set set_aside = memory = 'mem_5'`);
      await indexSome(database, { me: book });
    }
    expect(await found(kept, feed)).toEqual(await found(fresh, freshFeed));
    expect(await found(kept, feed)).toMatchObject({ coverage: { indexed: 4, total: 5 } });
  });
});
