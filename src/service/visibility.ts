import { nameKey } from '../v1/keys.ts';
import { collectionIdPattern } from '../v1/schemas/common.ts';
import type { CountedCollection, MemoryRow, TokenRow } from './ports/rows.ts';
import type { StoreReader } from './ports/store.ts';
import type { Principal } from './principal.ts';
import { forbidden, notFound } from './problem.ts';

/** What decides what a principal sees. */
type Sight = Pick<Principal, 'collections'>;

/** Whether a memory exists for this principal. */
export function sees(principal: Sight, row: Pick<MemoryRow, 'collection'>): boolean {
  return principal.collections === null || (row.collection !== null && principal.collections.includes(row.collection));
}

/** The collections that this principal is limited to; undefined: it is not limited. */
export function withinOf(principal: Sight): string[] | undefined {
  return principal.collections ?? undefined;
}

/** A memory that this principal sees. @throws Problem `not_found` */
export async function visibleMemory(reader: StoreReader, principal: Sight, id: string): Promise<MemoryRow> {
  const row = await reader.memory(id);
  if (row === undefined || !sees(principal, row)) throw notFound();
  return row;
}

/** A visible memory that is not in the trash. @throws Problem `not_found` */
export async function liveMemory(reader: StoreReader, principal: Sight, id: string): Promise<MemoryRow> {
  const row = await visibleMemory(reader, principal, id);
  if (row.deletedAt !== null) throw notFound();
  return row;
}

/** A token that this principal sees. @throws Problem `not_found` */
export async function visibleToken(reader: StoreReader, { collections }: Sight, id: string): Promise<TokenRow> {
  const row = await reader.token(id);
  const isWithin = collections === null || row?.collections?.every((one) => collections.includes(one)) === true;
  if (row === undefined || !isWithin) throw notFound();
  return row;
}

/** The collection of this id, if this principal sees it. @throws Problem `not_found` */
export async function visibleCollection(reader: StoreReader, principal: Sight, id: string): Promise<CountedCollection> {
  const row = principal.collections?.includes(id) === false ? undefined : await reader.collection(id);
  if (row === undefined) throw notFound();
  return row;
}

/** The collection that a request names by id or by name. @throws Problem `not_found` */
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

/** Ids to narrow a listing or a search to; undefined: every memory. @throws Problem `not_found` */
export async function narrowed(
  reader: StoreReader,
  principal: Sight,
  reference: string | undefined,
): Promise<string[] | undefined> {
  return reference === undefined ? withinOf(principal) : [(await namedCollection(reader, principal, reference)).id];
}

/** @throws Problem `forbidden` for a token that changes only its own memories. */
export function requireOthers(principal: Pick<Principal, 'ownOnly'>, what: string): void {
  if (principal.ownOnly) throw forbidden(`A token limited to its own memories can't ${what}.`);
}

/** @throws Problem `forbidden` for a token that is limited to some collections. */
export function requireUnlimited(principal: Sight, what: string): void {
  if (principal.collections !== null) throw forbidden(`A token limited to some collections can't ${what}.`);
}
