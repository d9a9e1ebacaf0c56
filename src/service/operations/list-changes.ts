import { sha256 } from '../../lib/hash.ts';
import type { Call, Operation } from '../call.ts';
import type { CursorScope } from '../cursor.ts';
import { collectionOf, shownMemories } from '../encode.ts';
import type { CountedCollection } from '../ports/rows.ts';
import { feedStartSetting, type StoreReader } from '../ports/store.ts';
import { Problem } from '../problem.ts';
import { requireAllCollections } from '../visibility.ts';

interface Position {
  store: string;
  seq: number;
  /**
   * The value of `feedStartSetting` when this position was made: the highest seq of the tombstones (marks of memories
   * deleted for good) dropped by then. The client has received these tombstones, or never had the memories.
   */
  start: number;
  /** A hash of all collections, which aren't part of the feed; empty if the token may not see them. */
  collections: string;
}

const collectionsPerRead = 500;

export const listChanges: Operation<'listChanges'> = async (call) => {
  const { limit, since } = call.input.query;
  requireAllCollections(
    call.principal,
    'follow the changes: a memory moved out of the token’s collections would look deleted',
  );
  const maySeeCollections = call.principal.scopes.includes('collections:read');
  const { store } = await call.feedOf(call.principal.owner);
  const from: Position =
    since === undefined ? { store, seq: 0, start: 0, collections: '' } : await positionIn(call, since);
  const { position, rows, ...page } = await call.read(async (reader) => {
    const last = await reader.lastSeq();
    const start = Number((await reader.setting(feedStartSetting)) ?? 0);
    const isComplete = since === undefined || from.seq >= start || from.start >= start;
    if (from.store !== store || from.seq > last || !isComplete) throw tooOld();
    const found = await reader.changes(from.seq, limit + 1);
    const changes = found.slice(0, limit);
    const collections = maySeeCollections ? await allCollections(reader) : undefined;
    const hash = collections ? sha256(JSON.stringify(collections.map(({ id, name }) => [id, name]))) : '';
    return {
      rows: changes.flatMap((change) => (change.kind === 'memory' ? [change.row] : [])),
      erased: changes.flatMap((change) => (change.kind === 'tombstone' ? [change.row.id] : [])),
      collections: collections && hash !== from.collections ? collections.map(collectionOf) : null,
      more: found.length > limit,
      position: { store, seq: changes.at(-1)?.row.seq ?? from.seq, start, collections: hash } satisfies Position,
    };
  });
  // Outside the transaction: making the first cursor also stores the key that signs cursors, which is a write.
  const next = await call.cursors.write(scopeOf(call), JSON.stringify(position));
  return { body: { ...page, memories: await shownMemories(rows), since: next } };
};

/** A position belongs to the feed, not to the token: another token can continue from it. */
const scopeOf = ({ principal }: Call<'listChanges'>): CursorScope => ({
  owner: principal.owner,
  tokenId: '',
  operation: 'listChanges',
  filters: null,
});

/** @throws Problem 410 for a position that this server didn't issue */
async function positionIn(call: Call<'listChanges'>, since: string): Promise<Position> {
  try {
    return JSON.parse(await call.cursors.read(scopeOf(call), since)) as Position;
  } catch (thrown) {
    throw thrown instanceof Problem ? tooOld() : thrown;
  }
}

const tooOld = () =>
  new Problem('not_found', 'The change feed no longer reaches back to `since`. Read it from the beginning.', {
    status: 410,
  });

async function allCollections(reader: StoreReader): Promise<CountedCollection[]> {
  const all: CountedCollection[] = [];
  for (;;) {
    const page = await reader.listCollections({ after: all.at(-1)?.key, limit: collectionsPerRead });
    all.push(...page);
    if (page.length < collectionsPerRead) return all;
  }
}
