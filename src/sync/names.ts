import type { SyncCollection } from '../service/ports/sync.ts';
import { nameKey } from '../v1/keys.ts';

/** Maps the ids of local collections to the server's, and back. */
export class Names {
  readonly #localOf = new Map<string, string>();
  readonly #localOfKey = new Map<string, string>();
  readonly #remoteOf = new Map<string, SyncCollection>();
  /** Whether this server's memories refer to their collection by name, not by id. */
  byName: boolean;
  /** Whether this round needn't read the server's collections any more: it has read them, or has tried in vain. */
  isFresh = false;

  constructor(rows: readonly SyncCollection[], byName = false) {
    this.byName = byName;
    // If several pairs share a local collection, the pair that is added last counts. The order makes this the first
    // pair that isn't gone from the server.
    for (const row of [...rows.filter(({ gone }) => gone), ...rows.filter(({ gone }) => !gone).toReversed()])
      this.add(row);
  }

  /** A copy with these pairs, which keeps what this round has learned about the server. */
  replacedBy(rows: readonly SyncCollection[]): Names {
    const names = new Names(rows, this.byName);
    names.isFresh = this.isFresh;
    return names;
  }

  add(row: SyncCollection): void {
    this.#localOf.set(row.remote, row.id);
    this.#localOfKey.set(nameKey(row.name), row.id);
    this.#remoteOf.set(row.id, row);
  }

  /**
   * The local id for the `collection` of a server's memory. Undefined if the collection is unknown or the field is
   * missing.
   */
  toLocal(reference: unknown): string | null | undefined {
    if (reference === null) return null;
    if (typeof reference !== 'string') return undefined;
    const byId = this.#localOf.get(reference);
    const local = byId ?? this.#localOfKey.get(nameKey(reference));
    if (local !== undefined) this.byName = byId === undefined;
    return local;
  }

  /** Whether the server has a local collection, according to the known pairs. */
  isThere(id: string): boolean {
    const row = this.#remoteOf.get(id);
    return row !== undefined && !row.gone;
  }

  /** The server's id or name of a local collection. Undefined if the server never had the collection. */
  toRemote(id: string): string | undefined {
    const row = this.#remoteOf.get(id);
    return this.byName ? row?.name : row?.remote;
  }
}
