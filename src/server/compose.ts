import { keywordIndex } from '../search/keyword/keyword-index.ts';
import { createService, type Service } from '../service/app.ts';
import type { ServiceParts } from '../service/call.ts';
import type { Store } from '../service/ports/store.ts';
import { memoryStore } from '../store/memory/index.ts';
import type { Place } from './config.ts';

/** The service over its database, with all that belongs to it. */
export interface House {
  /** As people are told: the database, and how vectors are compared in it. */
  says: string;
  store: Store;
  service: Service;
  /** Why no request can be served now, in a sentence; undefined where it can. */
  unready(): Promise<string | undefined>;
  /** Everything is written and the folder is free for others. */
  close(): Promise<void>;
}

export async function compose(_place: Place, told: Pick<ServiceParts, 'report' | 'answered'>): Promise<House> {
  const store = memoryStore();
  const index = keywordIndex();
  const service = createService({ store, keyword: () => index, ...told });
  return { says: 'no database yet', store, service, unready: async () => undefined, close: () => store.close() };
}
