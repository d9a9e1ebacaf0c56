import type { CollectionRow, IdempotencyRow, MemoryRow, TokenRow, Tombstone } from '../../src/service/ports/rows.ts';
import { type Account, newAccount } from '../../src/store/account.ts';
import { UndoableMap } from './undoable-map.ts';

export class OwnerData {
  readonly memories = new UndoableMap<MemoryRow>();
  readonly tombstones = new UndoableMap<Tombstone>();
  readonly collections = new UndoableMap<CollectionRow>();
  readonly tokens = new UndoableMap<TokenRow>();
  readonly idempotency = new UndoableMap<IdempotencyRow>();
  readonly settings = new UndoableMap<string>();
  /** `seq` and `account` have one row each, under the name of the map. */
  readonly seq = new UndoableMap<number>();
  readonly account = new UndoableMap<Account>();

  get lastSeq(): number {
    return this.seq.get('seq') ?? 0;
  }

  get currentAccount(): Account {
    return this.account.get('account') ?? newAccount;
  }

  get tables(): UndoableMap<unknown>[] {
    return [
      this.memories,
      this.tombstones,
      this.collections,
      this.tokens,
      this.idempotency,
      this.settings,
      this.seq,
      this.account,
    ] as UndoableMap<unknown>[];
  }
}

/** The key in `idempotency` for the first response to a request. `key`: the request’s idempotency key. */
export function idempotencyKey(tokenId: string, operation: string, key: string): string {
  return JSON.stringify([tokenId, operation, key]);
}
