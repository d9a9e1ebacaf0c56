import { StoreUnavailable } from '../../service/ports/failures.ts';
import type { StoreReader, StoreWriter } from '../../service/ports/store.ts';

type Refused = Exclude<keyof StoreWriter, keyof StoreReader | 'putSetting'>;

const refuse = async (): Promise<never> => {
  throw new StoreUnavailable(
    'The browser can’t open Commonplace’s database. Memories can be read, but not changed. Restart the browser.',
  );
};

const refusals: Record<Refused, () => Promise<never>> = {
  putMemory: refuse,
  putMemories: refuse,
  eraseMemory: refuse,
  eraseMemories: refuse,
  putCollection: refuse,
  deleteCollection: refuse,
  emptyCollection: refuse,
  putToken: refuse,
  deleteToken: refuse,
  putIdempotency: refuse,
  dropIdempotencyBefore: refuse,
  dropTombstonesBefore: refuse,
  charge: refuse,
  refund: refuse,
  setPlan: refuse,
};

/**
 * The writer of a read-only copy: stores settings, which reading needs, and rejects all other writes, which would be
 * lost.
 */
export const readOnly = (writer: StoreWriter): StoreWriter => Object.assign(writer, refusals);
