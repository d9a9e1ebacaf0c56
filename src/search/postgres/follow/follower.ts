import { analyserVersion } from '../../../lib/text/term.ts';
import type { ChangeFeed } from '../../../service/ports/keyword-index.ts';
import type { Change } from '../../../service/ports/rows.ts';
import type { SqlDatabase } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import { sharedRuns } from '../../../lib/shared-runs.ts';
import { applyPage } from './apply.ts';
import { entryOf } from './entry.ts';
import { storedSizes } from './memories.ts';
import { startOver, type FeedState } from './owner.ts';

/** The number of changes per read, and the maximum per transaction. */
const pageSize = 200;
/**
 * A transaction with this much text (characters added plus bytes removed) takes no more changes. PGlite has one
 * connection, so everybody waits until a transaction ends.
 */
const mostText = 65_536;

/**
 * Applies the feed's new changes to an owner's keyword index, and to the owner's queue of memories to embed. An owner
 * is the account that memories belong to. Several processes can follow one feed: each change is applied once.
 */
export type Follow = (feed: ChangeFeed) => Promise<void>;

/** One follower per owner: callers of the returned function share its runs. */
export function followers(database: SqlDatabase): (owner: Owner) => Follow {
  const known = new Map<Owner, Follow>();
  return (owner) => {
    const follow = known.get(owner) ?? sharedRuns((feed: ChangeFeed) => catchUp(database, owner, feed));
    known.set(owner, follow);
    return follow;
  };
}

async function catchUp(database: SqlDatabase, owner: Owner, feed: ChangeFeed): Promise<void> {
  const last = await feed.lastSeq();
  for (
    let seq = await currentSeq(database, owner, feed, last);
    seq < last;
    seq = await currentSeq(database, owner, feed, last)
  ) {
    const page = await feed.changes(seq, pageSize);
    const { store } = feed;
    // The latest changes may be tombstones that were dropped: then nothing is left to apply up to `last`.
    if (page.length === 0)
      await database.transaction('relaxed write', (sql) => applyPage(sql, owner, { store, seq, upTo: last }, []));
    const removable = await storedSizes(
      database,
      owner,
      page.map(({ row }) => row.id),
    );
    let from = seq;
    for (const part of partsOf(page, removable)) {
      const seen = { store, seq: from, upTo: part.at(-1)!.row.seq };
      const entries = part.map(entryOf);
      await database.transaction('relaxed write', (sql) => applyPage(sql, owner, seen, entries));
      from = seen.upTo;
    }
  }
}

/** `removable`: the bytes of indexed text, by memory id. */
function* partsOf(page: Change[], removable: ReadonlyMap<string, number>): Generator<Change[]> {
  let part: Change[] = [];
  let text = 0;
  for (const change of page) {
    part.push(change);
    const isLive = change.kind === 'memory' && change.row.deletedAt === null;
    text += (isLive ? change.row.content.length : 0) + (removable.get(change.row.id) ?? 0);
    if (text < mostText) continue;
    yield part;
    [part, text] = [[], 0];
  }
  if (part.length > 0) yield part;
}

/**
 * The seq up to which the tables are current. Empties tables made by another analyser, or from another store or history
 * (from before a restore, for example).
 */
async function currentSeq(database: SqlDatabase, owner: Owner, feed: ChangeFeed, last: number): Promise<number> {
  const [row] = await database.query<FeedState>('select store, analyser, seq from search_owners where owner = $1', [
    owner,
  ]);
  if (row === undefined && last === 0) return 0;
  // Other processes may have applied changes since `last` was read. Only tables ahead of the store's present seq belong
  // to another history.
  if (
    row?.store === feed.store &&
    row.analyser === analyserVersion &&
    (row.seq <= last || row.seq <= (await feed.lastSeq()))
  )
    return row.seq;
  await database.transaction('write', (sql) => startOver(sql, owner, feed.store, row));
  return 0;
}
