import type { SyncCollection } from '../service/ports/sync.ts';
import { nameKey } from '../v1/keys.ts';

/** The collections of both sides. */
export class Names {
  readonly #localOf = new Map<string, string>();
  readonly #localOfKey = new Map<string, string>();
  readonly #remoteOf = new Map<string, SyncCollection>();
  /** Whether this server names the collection of a memory by its name. */
  #byName = false;
  /** Whether the listing was read in this round. */
  isFresh = false;

  constructor(rows: readonly SyncCollection[]) {
    for (const row of rows) this.add(row);
  }

  add(row: SyncCollection): void {
    this.#localOf.set(row.remote, row.id);
    this.#localOfKey.set(nameKey(row.name), row.id);
    if (!this.#remoteOf.has(row.id)) this.#remoteOf.set(row.id, row);
  }

  /** The local id of what a memory has as its collection. Undefined: unknown, or the server doesn't tell. */
  toLocal(reference: unknown): string | null | undefined {
    if (reference === null) return null;
    if (typeof reference !== 'string') return undefined;
    const byId = this.#localOf.get(reference);
    if (byId !== undefined) return byId;
    const byName = this.#localOfKey.get(nameKey(reference));
    this.#byName ||= byName !== undefined;
    return byName;
  }

  /** How a request names a local collection; undefined: it isn't on the server. */
  toRemote(id: string): string | undefined {
    const row = this.#remoteOf.get(id);
    return this.#byName ? row?.name : row?.remote;
  }
}
