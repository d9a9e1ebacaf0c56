import { onTestFinished } from 'vitest';
import { idMaker } from '../../../src/lib/ulid.ts';
import { postgresKeyword } from '../../../src/search/postgres/keyword/keyword-index.ts';
import { postgresVectors } from '../../../src/search/postgres/vector/vector-index.ts';
import { startIndexer } from '../../../src/server/meaning/indexer.ts';
import { createService } from '../../../src/service/app.ts';
import { newToken } from '../../../src/service/issue-token.ts';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import type { Store } from '../../../src/service/ports/store.ts';
import { feedsOf } from '../../../src/service/search/feed.ts';
import { postgresStore } from '../../../src/store/postgres/index.ts';
import { addUser } from '../../../src/store/postgres/users.ts';
import { scopeNames } from '../../../src/v1/scopes.ts';
import { recordStatements, type RecordedTransaction } from '../../../scripts/postgres/recorded.ts';
import { standInEmbedder } from '../../support/stand-in-model.ts';

export interface Answered {
  status: number;
  headers: Record<string, string>;
  body: string;
}

interface Said {
  id: string;
  /** The secret of a new token. */
  token: string;
  /** The cursor after a page that isn't the last. */
  nextCursor: string;
}

export interface UserClient {
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  /** Sends a request that must succeed. Returns its body. */
  done(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Said>;
}

export interface World {
  anna: UserClient;
  bert: UserClient;
  takeStatements(): RecordedTransaction[];
  /** Resolves when everything saved can be found by word and by meaning. */
  settled(): Promise<void>;
}

const passing = {
  headers: ['x-ratelimit-remaining', 'x-ratelimit-reset'],
  fields: /"(lastUsedAt|remaining|reset)":("[^"]*"|\d+)/g,
};

/**
 * A service for two users on one database, with a fake model. `make` creates the database with its tables. `changed`
 * may wrap the store.
 */
export async function twoUsers(
  make: () => Promise<SqlDatabase>,
  changed: (store: Store, database: SqlDatabase) => Store = (store) => store,
): Promise<World> {
  const { database, take } = recordStatements(await make());
  onTestFinished(() => database.close());
  const store = changed(postgresStore(database), database);
  const embedder = standInEmbedder();
  const embedders = { current: async () => embedder };
  const errors: unknown[] = [];
  const service = createService({
    store,
    keyword: postgresKeyword(database),
    meaning: { embedders, vectors: postgresVectors(database, embedder.model) },
    report: (error) => errors.push(error),
  });

  async function clientOf(owner: string): Promise<UserClient> {
    await addUser(database, owner, Date.now());
    const { row, secret } = newToken(
      {
        name: 'tool',
        scopes: [...scopeNames],
        collections: null,
        origin: null,
        rateLimit: { requests: 1_000_000, seconds: 60 },
        expiresAt: null,
        ancestors: [],
      },
      idMaker(),
      Date.now(),
    );
    await store.write(owner, (writer) => writer.putToken(row));
    const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const request = new Request(`http://test.invalid/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const response = await service.fetch(request, { address: '192.0.2.1' });
      if (errors.length > 0) throw errors.pop();
      return {
        status: response.status,
        headers: Object.fromEntries([...response.headers].filter(([name]) => !passing.headers.includes(name))),
        body: (await response.text()).replaceAll(passing.fields, '"$1":0'),
      };
    };
    return {
      send,
      async done(method, path, body, headers) {
        const { status, body: text } = await send(method, path, body, headers);
        if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
        return JSON.parse(text || '{}') as Said;
      },
    };
  }

  const world: World = {
    anna: await clientOf('anna'),
    bert: await clientOf('bert'),
    takeStatements: take,
    async settled() {
      const indexer = startIndexer({
        database,
        model: embedder.model,
        embedders,
        feedOf: feedsOf(store),
        report: (error) => errors.push(error),
      });
      for (const user of [world.anna, world.bert]) {
        for (let coverage = 0; coverage < 1;)
          coverage = Number(
            /"coverage":([\d.]+)/.exec(
              (await user.send('POST', '/memories/search', { query: 'hotel', mode: 'semantic' })).body,
            )?.[1] ?? 0,
          );
      }
      await indexer.stop();
    },
  };
  return world;
}
