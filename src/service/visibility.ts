import { nameKey } from '../v1/keys.ts';
import { collectionIdPattern } from '../v1/schemas/common.ts';
import type { CountedCollection, MemoryRow, TokenRow } from './ports/rows.ts';
import type { StoreReader } from './ports/store.ts';
import type { Principal } from './principal.ts';
import { forbidden, notFound } from './problem.ts';

type Sight = Pick<Principal, 'collections'>;

/** Whether this principal can see a memory. */
export function sees(principal: Sight, row: Pick<MemoryRow, 'collection'>): boolean {
  return principal.collections === null || (row.collection !== null && principal.collections.includes(row.collection));
}

/** The collections that this principal is limited to; undefined if it may see all memories. */
export function withinOf(principal: Sight): string[] | undefined {
  return principal.collections ?? undefined;
}

/** Reads a memory that this principal can see. @throws Problem `not_found` */
export async function visibleMemory(reader: StoreReader, principal: Sight, id: string): Promise<MemoryRow> {
  const row = await reader.memory(id);
  if (row === undefined || !sees(principal, row)) throw notFound();
  return row;
}

/** Reads a visible memory that isn't in the trash. @throws Problem `not_found` */
export async function liveMemory(reader: StoreReader, principal: Sight, id: string): Promise<MemoryRow> {
  const row = await visibleMemory(reader, principal, id);
  if (row.deletedAt !== null) throw notFound();
  return row;
}

/** Reads a token that this principal can see. @throws Problem `not_found` */
export async function visibleToken(reader: StoreReader, { collections }: Sight, id: string): Promise<TokenRow> {
  const row = await reader.token(id);
  const isWithin =
    collections === null || row?.collections?.every((collection) => collections.includes(collection)) === true;
  if (row === undefined || !isWithin) throw notFound();
  return row;
}

/** Reads a collection that this principal can see. @throws Problem `not_found` */
export async function visibleCollection(reader: StoreReader, principal: Sight, id: string): Promise<CountedCollection> {
  const row = principal.collections?.includes(id) === false ? undefined : await reader.collection(id);
  if (row === undefined) throw notFound();
  return row;
}

/** Finds a visible collection by the id or name in a request. @throws Problem `not_found` */
export async function namedCollection(
  reader: StoreReader,
  principal: Sight,
  reference: string,
): Promise<CountedCollection> {
  if (collectionIdPattern.test(reference)) return visibleCollection(reader, principal, reference);
  const row = await reader.collectionByKey(nameKey(reference));
  if (row === undefined || principal.collections?.includes(row.id) === false) throw notFound();
  return row;
}

/** The collections to which a listing or a search is narrowed; undefined: all memories. @throws Problem `not_found` */
export async function narrowedCollections(
  reader: StoreReader,
  principal: Sight,
  reference: string | undefined,
): Promise<string[] | undefined> {
  return reference === undefined ? withinOf(principal) : [(await namedCollection(reader, principal, reference)).id];
}

/**
 * `what`: the end of the error's sentence, such as `delete collections`.
 * @throws Problem `forbidden` for a token limited to its own memories
 */
export function requireNotOwnOnly(principal: Pick<Principal, 'ownOnly'>, what: string): void {
  if (principal.ownOnly) throw forbidden(`A token limited to its own memories can’t ${what}.`);
}

/** @throws Problem `forbidden` for a token limited to some collections */
export function requireAllCollections(principal: Sight, what: string): void {
  if (principal.collections !== null) throw forbidden(`A token limited to some collections can’t ${what}.`);
}
