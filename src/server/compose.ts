import { keywordIndex } from '../search/keyword/keyword-index.ts';
import { createService, type Service } from '../service/app.ts';
import type { ServiceParts } from '../service/call.ts';
import type { SqlDatabase } from '../service/ports/sql.ts';
import type { Owner, Store } from '../service/ports/store.ts';
import { postgresStore, storeMigrations } from '../store/postgres/index.ts';
import type { Place } from './config.ts';
import { migrate } from './database/migrate.ts';
import { pglite } from './database/pglite.ts';
import { postgres } from './database/postgres.ts';
import { usersOf, type Users } from './users.ts';

/** The service over its database, with all that belongs to it. */
export interface House {
  database: SqlDatabase;
  store: Store;
  users: Users;
  service: Service;
  /** The steps that brought the tables to their form at this start. */
  migrated: string[];
  /** Why no request can be served now, in a sentence; undefined where it can. */
  unready(): Promise<string | undefined>;
  /** Everything is written and the folder is free for others. */
  close(): Promise<void>;
}

export async function compose(place: Place, told: Partial<Pick<ServiceParts, 'report' | 'answered'>> = {}): Promise<House> {
  const database = await ('url' in place ? postgres(place.url) : pglite(place.folder));
  const migrated = await migrate(database, storeMigrations);
  const store = postgresStore(database);
  const indexes = new Map<Owner, ReturnType<typeof keywordIndex>>();
  const keyword = (owner: Owner) => {
    const index = indexes.get(owner) ?? keywordIndex();
    indexes.set(owner, index);
    return index;
  };
  const service = createService({ store, keyword, ...told });
  return { database, store, users: usersOf(database), service, migrated, unready: async () => undefined, close: () => store.close() };
}
