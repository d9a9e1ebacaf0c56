import { bundled } from '../embed/registry.ts';
import { postgresKeyword } from '../search/postgres/keyword/keyword-index.ts';
import { searchMigrations } from '../search/postgres/migrations/index.ts';
import { postgresVectors } from '../search/postgres/vector/vector-index.ts';
import { createService, type Service } from '../service/app.ts';
import type { ServiceParts } from '../service/call.ts';
import type { Embedders } from '../service/ports/embedder.ts';
import type { SqlDatabase } from '../service/ports/sql.ts';
import type { Store } from '../service/ports/store.ts';
import { feedsOf } from '../service/search/feed.ts';
import { postgresStore, storeMigrations } from '../store/postgres/index.ts';
import type { Place } from './config.ts';
import { openDataFolder } from './data-folder/data-folder.ts';
import { migrate } from './database/migrate.ts';
import { pglite } from './database/pglite.ts';
import { postgres } from './database/postgres.ts';
import { bundledModel } from './meaning/bundled-model.ts';
import { startReader, type Reader } from './meaning/reader.ts';
import { requirePostgres } from './required-postgres.ts';
import { unreadyOver } from './unready.ts';
import { usersOf, type Users } from './users.ts';

/** The service over its database, with all that belongs to it. */
export interface ServerParts {
  place: Place;
  database: SqlDatabase;
  store: Store;
  users: Users;
  service: Service;
  embedders: Embedders;
  /** The steps that brought the tables to their form at this start. */
  migrated: string[];
  /** Begins to keep what searches look at up with the memories; to be stopped before all is closed. */
  startReader(): Reader;
  /** Why no request can be served now, in a sentence; undefined where it can. */
  unready(): Promise<string | undefined>;
  /** Everything is written and the folder is free for others. */
  close(): Promise<void>;
}

/** The migrations of all tables. */
export const migrations = [...storeMigrations, ...searchMigrations];

/** Opens the database at a place and builds the parts over it. Throws a PlainFault or StoreUnavailable where that can't be; then nothing is left open. */
export async function compose(
  place: Place,
  { report = () => {}, answered = () => {} }: Partial<Pick<ServiceParts, 'report' | 'answered'>> = {},
): Promise<ServerParts> {
  const opened = await open(place, report);
  try {
    const { database } = opened;
    await requirePostgres(database);
    const migrated = await migrate(database, migrations);
    const store = postgresStore(database);
    const { model } = bundled;
    const embedders = bundledModel();
    const service = createService({
      store,
      keyword: postgresKeyword(database),
      meaning: { embedders, vectors: postgresVectors(database, model) },
      report,
      answered,
    });
    return {
      place,
      database,
      embedders,
      store,
      users: usersOf(database),
      service,
      migrated,
      unready: unreadyOver(database, migrations),
      startReader: () => startReader({ database, model, embedders, feedOf: feedsOf(store), report }),
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
  place: Place,
  report: ServiceParts['report'],
): Promise<{ database: SqlDatabase; close(): Promise<void> }> {
  if ('url' in place) {
    const database = await postgres(place.url);
    return { database, close: () => database.close() };
  }
  const folder = await openDataFolder(place.folder);
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
