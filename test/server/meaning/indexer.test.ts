import { describe, expect, onTestFinished, test } from 'vitest';
import { TextFailed } from '../../../src/embed/hosted/session.ts';
import { idMaker } from '../../../src/lib/ulid.ts';
import { postgresVectors } from '../../../src/search/postgres/vector/vector-index.ts';
import { startIndexer, type Indexer, type IndexerParts } from '../../../src/server/meaning/indexer.ts';
import { ModelUnavailable, type Embedder, type Passage } from '../../../src/service/ports/embedder.ts';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import type { Owner, Store } from '../../../src/service/ports/store.ts';
import { feedsOf } from '../../../src/service/search/feed.ts';
import { postgresStore } from '../../../src/store/postgres/index.ts';
import { addUser } from '../../../src/store/postgres/users.ts';
import { until } from '../../../scripts/browsers/index.ts';
import { migratedDatabases } from '../../support/postgres/databases.ts';
import { passagesOf } from '../../unit/search/vector/fixtures.ts';
import { memoryRow } from './memory-row.ts';
import { testModel } from './test-model.ts';

const intervals = { restMs: 20, afterFailureMs: 20, longestMs: 100 };

class TestServer {
  readonly database: SqlDatabase;
  readonly store: Store;
  readonly errors: unknown[] = [];
  readonly read: string[] = [];
  readonly #newId = idMaker();
  #now = Date.UTC(2026, 0, 1);

  constructor(database: SqlDatabase) {
    this.database = database;
    this.store = postgresStore(database);
  }

  static async open(make: () => Promise<SqlDatabase>): Promise<TestServer> {
    const database = await make();
    onTestFinished(() => database.close());
    for (const owner of ['ann', 'bob']) await addUser(database, owner, 0);
    return new TestServer(database);
  }

  async save(owner: Owner, content: string, id = this.#newId('mem', (this.#now += 1_000))): Promise<string> {
    await this.store.write(owner, (writer) => writer.putMemory(memoryRow(id, content, this.#now)));
    return id;
  }

  startIndexer(passages: (text: string) => Promise<Passage[]>, given: Partial<IndexerParts> = {}): Indexer {
    const embedder: Embedder = {
      model: testModel,
      query: async () => ({ vector: new Float32Array() }),
      queryLike: (vector) => ({ vector }),
      familiarity: async () => 1,
      passages: async (text) => {
        this.read.push(text);
        return passages(text);
      },
    };
    const parts = {
      database: this.database,
      model: testModel,
      embedders: { current: async () => embedder },
      feedOf: feedsOf(this.store),
      report: (error: unknown) => this.errors.push(error),
      intervals,
    };
    const indexer = startIndexer({ ...parts, ...given });
    onTestFinished(() => indexer.stop());
    return indexer;
  }

  async coverage(owner: Owner): Promise<{ indexed: number; total: number }> {
    const index = postgresVectors(this.database, testModel)(owner);
    await index.catchUp(await feedsOf(this.store)(owner));
    return index.coverage({});
  }

  async windows(owner: Owner, id: string): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      'select count(*) as count from search_windows where owner = $1 and memory = $2',
      [owner, id],
    );
    return row!.count;
  }
}

const passages = async (text: string) => passagesOf(text, testModel.id, testModel.dimensions);

describe.each(migratedDatabases)('%s', (_, make) => {
  test('indexes existing and new memories, newest first, owners in turn', async () => {
    const server = await TestServer.open(make);
    for (let index = 0; index < 6; index++) await server.save('ann', `ann ${index}`);
    await server.save('bob', 'bob 0');
    for (const owner of ['ann', 'bob']) await server.coverage(owner);
    server.startIndexer(passages);
    await until(
      'all memories to be indexed',
      async () => (await server.coverage('ann')).indexed === 6 && (await server.coverage('bob')).indexed === 1,
    );
    expect(server.read).toEqual(['ann 5', 'ann 4', 'ann 3', 'ann 2', 'bob 0', 'ann 1', 'ann 0']);
    await server.save('bob', 'bob 1');
    await until(
      'the new memory to be indexed',
      async () => server.read.includes('bob 1') && (await server.coverage('bob')).indexed === 2,
    );
    expect(server.errors).toEqual([]);
  });

  test('discards the vectors of a text that was edited while it was indexed', async () => {
    const server = await TestServer.open(make);
    const first = 'the first text, which is longer than one window';
    const id = await server.save('ann', first);
    const [begun, edited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.startIndexer(async (text) => {
      if (text === first) {
        begun.resolve();
        await edited.promise;
      }
      return passages(text);
    });
    await begun.promise;
    await server.save('ann', 'second', id);
    await server.coverage('ann');
    edited.resolve();
    await until('the second text to be indexed', async () => (await server.coverage('ann')).indexed === 1);
    expect(server.read).toEqual([first, 'second']);
    expect(await server.windows('ann', id)).toBe(1);
    const hit = await server.database.query(`select starts, ends from search_windows`);
    expect(hit).toEqual([{ starts: 0, ends: 'second'.length }]);
  });

  test('sets aside memories that the model can’t embed, and counts them as unindexed', async () => {
    const server = await TestServer.open(make);
    await server.save('ann', 'one');
    await server.save('ann', 'too much');
    await server.save('ann', 'no numbers');
    server.startIndexer(async (text) => {
      if (text === 'too much') throw new TextFailed('This text is too much.');
      if (text === 'no numbers')
        return [{ start: 0, end: 1, vector: new Float32Array(testModel.dimensions).fill(NaN) }];
      return passages(text);
    });
    await until('the other memory to be indexed', async () => (await server.coverage('ann')).indexed === 1);
    const aside = await server.database.query('select count(*) as count from search_unread where set_aside');
    expect(aside).toEqual([{ count: 2 }]);
    expect(await server.coverage('ann')).toEqual({ indexed: 1, total: 3 });
    expect(server.read).toHaveLength(3);
  });

  test('starts to index when the model becomes available, and reports all errors except a missing model', async () => {
    const server = await TestServer.open(make);
    await server.save('ann', 'one');
    let tries = 0;
    server.startIndexer(async (text) => {
      if (tries++ === 0) throw new ModelUnavailable('It is being fetched.');
      if (tries === 2) throw new Error('Something broke.');
      return passages(text);
    });
    await until('the memory to be indexed', async () => (await server.coverage('ann')).indexed === 1);
    expect(server.read).toEqual(['one', 'one', 'one']);
    expect(server.errors.map(String)).toEqual(['Error: Something broke.']);
  });

  test('indexes the memories that a dead process had claimed, when the claims expire', async () => {
    const server = await TestServer.open(make);
    await server.save('ann', 'one');
    const dead = Promise.withResolvers<never>();
    server.startIndexer(() => dead.promise, { claimMs: 300 });
    await until('the memory to be claimed', () => server.read.length > 0);
    server.startIndexer(passages, { claimMs: 300 });
    await until('the memory to be indexed', async () => (await server.coverage('ann')).indexed === 1);
    expect(server.read).toEqual(['one', 'one']);
    dead.reject(new ModelUnavailable('It stopped.'));
  });
});
