import { bundled } from '../embed/registry.ts';
import { postgresKeyword } from '../search/postgres/keyword/keyword-index.ts';
import { searchMigrations } from '../search/postgres/migrations/index.ts';
import { postgresVectors } from '../search/postgres/vector/vector-index.ts';
import { createService, type Service } from '../service/app.ts';
import type { ServiceParts } from '../service/call.ts';
import type { Embedders } from '../service/ports/embedder.ts';
import type { Sql, SqlDatabase } from '../service/ports/sql.ts';
import type { Store } from '../service/ports/store.ts';
import { feedsOf } from '../service/search/feed.ts';
import { postgresStore, storeMigrations } from '../store/postgres/index.ts';
import type { DataLocation } from './config.ts';
import { openDataFolder } from './data-folder/data-folder.ts';
import { migrate } from './database/migrate.ts';
import { pglite } from './database/pglite.ts';
import { postgres } from './database/postgres.ts';
import { bundledModel } from './meaning/bundled-model.ts';
import { startIndexer, type Indexer } from './meaning/indexer.ts';
import { CommandError } from './command-error.ts';
import { unreadyOver } from './unready.ts';
import { usersOf, type Users } from './users.ts';

/** The service, its database and the parts they are built from. */
export interface ServerParts {
  location: DataLocation;
  database: SqlDatabase;
  store: Store;
  users: Users;
  service: Service;
  embedders: Embedders;
  /** The migrations that ran at this start. */
  migrated: string[];
  /** Starts to index memories in the background. The indexer must be stopped before `close`. */
  startIndexer(): Indexer;
  /** Returns a sentence that explains why no request can be served now; undefined if requests can be served. */
  unready(): Promise<string | undefined>;
  /** Resolves when everything is written and the data folder, if there is one, is unlocked. */
  close(): Promise<void>;
}

export const migrations = [...storeMigrations, ...searchMigrations];

/**
 * Opens a database and builds the server over it.
 * @throws CommandError, StoreUnavailable or UnfitDatabase, after closing what was opened
 */
export async function compose(
  location: DataLocation,
  { report = () => {}, onResponse = () => {} }: Partial<Pick<ServiceParts, 'report' | 'onResponse'>> = {},
): Promise<ServerParts> {
  const opened = await open(location, report);
  try {
    const { database } = opened;
    await requirePostgres(database);
    const migrated = await migrate(database, migrations);
    const store = postgresStore(database);
    const { model } = bundled;
    const embedders = bundledModel();
    const service = createService({
      store,
      dropsTombstones: true,
      keyword: postgresKeyword(database),
      meaning: { embedders, vectors: postgresVectors(database, model) },
      report,
      onResponse,
    });
    return {
      location,
      database,
      embedders,
      store,
      users: usersOf(database),
      service,
      migrated,
      unready: unreadyOver(database, migrations),
      startIndexer: () => startIndexer({ database, model, embedders, feedOf: feedsOf(store), report }),
      async close() {
        embedders.end();
        await opened.close();
      },
    };
  } catch (thrown) {
    await opened.close();
    throw thrown;
  }
}

async function open(
  location: DataLocation,
  report: ServiceParts['report'],
): Promise<{ database: SqlDatabase; close(): Promise<void> }> {
  if ('url' in location) {
    const database = await postgres(location.url);
    return { database, close: () => database.close() };
  }
  const folder = await openDataFolder(location.folder);
  try {
    const database = await pglite(folder.database, report);
    return {
      database,
      async close() {
        await database.close();
        await folder.close();
      },
    };
  } catch (thrown) {
    await folder.close();
    throw thrown;
  }
}

const minMajor = 15;

/** @throws CommandError if PostgreSQL is too old, or the encoding of the database can't store every text */
export async function requirePostgres(sql: Sql): Promise<void> {
  const [row] = await sql.query<{ number: string; encoding: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_encoding') as encoding`,
  );
  const major = Math.floor(Number(row?.number) / 10_000);
  if (major < minMajor)
    throw new CommandError(`The database is PostgreSQL ${major}. Commonplace needs ${minMajor} or newer.`);
  if (row?.encoding !== 'UTF8')
    throw new CommandError(
      `The database encoding is ${row?.encoding}. Commonplace needs a database created with \`create database NAME encoding 'UTF8' template template0\`.`,
    );
}
