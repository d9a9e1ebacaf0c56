import type { Commonplace } from '../../client/package/commonplace.ts';
import { CommonplaceError, MalformedResponse, ServiceError } from '../../client/errors.ts';
import type { CheckFault, CollectionRights, SyncCheck, SyncOffers } from '../../lib/sync.ts';
import type { SyncItem, SyncReader, SyncStore } from '../../service/ports/sync.ts';
import { failureOf } from '../../sync/failures.ts';
import { contentHash, fieldsOf } from '../../sync/fields.ts';
import { pagesOf, readItems } from '../../sync/pages.ts';
import { rulesWith } from '../../sync/parts.ts';
import { planPush } from '../../sync/plan-push.ts';
import { isCollection } from '../../sync/remote.ts';
import { nameKey } from '../../v1/keys.ts';
import { limits } from '../../v1/limits.ts';
import { validName } from '../../v1/schemas/collection.ts';
import { serverPages } from './server-pages.ts';

/** Counts at most this many memories on the server: a higher number wouldn't change the user's decision. */
const maxCounted = 5_000;
const perRead = 500;
const maxOffered = 500;
/** The most pages of collections to read, in case the list never ends. */
const maxNamePages = 500;

type Finding = SyncCheck extends infer Check
  ? Check extends { address: string }
    ? Omit<Check, 'address'>
    : never
  : never;

/** What sync can guarantee with a server that has these extensions. See `rulesOf`. */
export function offersOf(extensions: ReadonlySet<string>): SyncOffers {
  const guardsEdits = extensions.has('etag');
  return {
    exactlyOnce: extensions.has('idempotency-key'),
    guardsEdits,
    deletes: extensions.has('delete') && guardsEdits,
    addresses: extensions.has('address'),
    moves: extensions.size > 0,
    renames: extensions.has('collections-edit'),
    digest: extensions.has('digest'),
  };
}

/**
 * Reads, before the first round, what a server offers, what the token may do, and how many memories each side has.
 * Changes nothing.
 */
export async function examine(clientOf: () => Commonplace, store: SyncStore): Promise<Finding> {
  try {
    const client = clientOf();
    const texts = await textsHere(store);
    const here = [...texts.values()].reduce((sum, count) => sum + count, 0);
    let [there, same, isMore] = [0, 0, false];
    reading: for await (const memories of serverPages(client))
      for (const { content } of memories) {
        if (there === maxCounted) {
          isMore = true;
          break reading;
        }
        there++;
        const hash = contentHash(content);
        const unmatched = texts.get(hash) ?? 0;
        if (unmatched === 0) continue;
        same++;
        texts.set(hash, unmatched - 1);
      }
    const offers = offersOf(client.extensions ?? new Set());
    const [mayWrite, isLimited] = [await mayRestore(client), await hasNoFeed(client)];
    const names = await collectionNames(client);
    const onlyThere = await missingHere(names ?? [], store);
    const collections = await rightsOf(client, names !== undefined);
    const deletions = await pendingDeletions(store, client.extensions ?? new Set());
    const counts = { here, there, same, isMore, deletions };
    return { status: 'ready', offers, ...counts, mayWrite, isLimited, collections, onlyThere };
  } catch (failure) {
    if (!(failure instanceof CommonplaceError)) throw failure;
    return { status: 'failed', fault: faultOf(failure), message: failure.message };
  }
}

/** The number of live memories with each text, by the text's hash. */
async function textsHere(store: SyncStore): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let seq = 0; ;) {
    const changes = await store.read((reader) => reader.changes(seq, perRead));
    for (const change of changes) {
      if (change.kind !== 'memory' || change.row.deletedAt !== null) continue;
      const hash = contentHash(change.row.content);
      counts.set(hash, (counts.get(hash) ?? 0) + 1);
    }
    if (changes.length < perRead) return counts;
    seq = changes.at(-1)!.row.seq;
  }
}

/**
 * How many deletions made here are still to be sent. Assumes that sync goes on in both directions, with all
 * collections. 0 if sync has no server yet.
 */
async function pendingDeletions(store: SyncStore, offers: ReadonlySet<string>): Promise<number> {
  const link = await store.read((reader) => reader.link());
  if (link === undefined) return 0;
  const rules = rulesWith(offers, { ...link, mode: 'merge', collections: null }, { token: '', now: () => 0 });
  const isDeletion = async (item: SyncItem, reader: SyncReader): Promise<boolean> => {
    const row = await reader.memory(item.id);
    return item.aliasOf === null && planPush(item, row ? fieldsOf(row) : null, rules)?.kind === 'delete';
  };
  let count = 0;
  const found = readItems(store, async (items, reader) => {
    await reader.load({ memories: items.map(({ id }) => id) });
    return Promise.all(items.map((item) => isDeletion(item, reader)));
  });
  for await (const isFound of found) if (isFound) count++;
  return count;
}

/** Names of the server's collections; undefined if the token may not list them. */
async function collectionNames(
  client: Commonplace,
  query: { limit?: number } = { limit: limits.maxPageSize },
): Promise<string[] | undefined> {
  const names: string[] = [];
  try {
    for await (const { collections } of pagesOf(client.collections.list(query), maxNamePages)) {
      for (const collection of collections) if (isCollection(collection)) names.push(collection.name);
      if (names.length >= maxOffered || collections.length === 0) break;
    }
  } catch (failure) {
    if (failure instanceof ServiceError && failure.status === 403) return undefined;
    if (query.limit !== undefined && failureOf(failure).kind === 'refused') return collectionNames(client, {});
    if (!(failure instanceof MalformedResponse)) throw failure;
  }
  return names.slice(0, maxOffered);
}

/** The names of collections that this device doesn't have but could create. */
async function missingHere(names: readonly string[], store: SyncStore): Promise<string[]> {
  const byKey = new Map<string, string>();
  for (const name of names.flatMap((given) => validName(given) ?? []))
    if (!byKey.has(nameKey(name))) byKey.set(nameKey(name), name);
  const isHere = await store.read((reader) =>
    Promise.all([...byKey.keys()].map(async (key) => (await reader.collectionByKey(key)) !== undefined)),
  );
  return [...byKey.values()].filter((_, index) => !isHere[index]).sort();
}

const unusedMemoryId = 'mem_00000000000000000000000000';
const unusedCollectionId = 'col_00000000000000000000000000';

/**
 * Whether the token may write. Tries to restore a memory that doesn't exist: a server with `restore` checks the scopes
 * first. Returns true for any other server. Its response to the first write then shows whether the token may write.
 */
async function mayRestore(client: Commonplace): Promise<boolean> {
  if (!client.extensions?.has('restore')) return true;
  return !(await isForbidden(client.memories.restore(unusedMemoryId)));
}

/**
 * What the token may do with collections. If the token may not list them, the change feed doesn't contain them either.
 * Tries to rename a missing collection, which changes nothing (see `mayRestore`).
 */
async function rightsOf(client: Commonplace, isListed: boolean): Promise<CollectionRights> {
  const canRename = client.extensions?.has('collections-edit') === true;
  return {
    see: isListed,
    change: !(canRename && (await isForbidden(client.collections.rename(unusedCollectionId, '-')))),
  };
}

/** Whether the server refuses to send its change feed, as it does if the token is limited to some collections. */
async function hasNoFeed(client: Commonplace): Promise<boolean> {
  return client.extensions?.has('changes') === true && isForbidden(client.memories.changes({ limit: 1 }));
}

const isForbidden = (request: Promise<unknown>): Promise<boolean> =>
  request.then(
    () => false,
    (failure: unknown) => failure instanceof ServiceError && failure.status === 403,
  );

/** The kind of failure that stopped a check or a backup before the first sync. */
export function faultOf(failure: unknown): CheckFault {
  if (!(failure instanceof CommonplaceError)) return 'notKept';
  if (failure instanceof MalformedResponse) return 'malformed';
  if (!(failure instanceof ServiceError)) return 'unreachable';
  const { status } = failure;
  if (status === 401) return 'unauthorized';
  if (status === 429) return 'limited';
  if (status === 403) return 'forbidden';
  return status >= 500 ? 'unreachable' : 'malformed';
}
