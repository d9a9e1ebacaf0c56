import { Stop, type StopReason } from './failures.ts';
import { followFeed, readAhead } from './changes.ts';
import { confirm, openQuestion } from './confirm.ts';
import { learnOffers } from './collections.ts';
import { Names } from './names.ts';
import { seemsToLackOffers, type Round, type SyncParts } from './parts.ts';
import { push, recover } from './push.ts';
import { learnQuota } from './quota.ts';
import { requireAnswer } from './read-all.ts';
import { scan } from './scan.ts';
import { sweep } from './sweep.ts';
import { verify, type Verification } from './verify.ts';

export interface RoundResult {
  /** Null: the round was completed. */
  stopped: StopReason | null;
  /** The comparison of both sides. Null: it wasn't requested, or wasn't possible. */
  verification: Verification | null;
}

export interface RoundOptions {
  /** True once the round must end at the next request. */
  isOver?: () => boolean;
  /** True: compares both sides at the end, even if that costs requests. False: only if that costs none. */
  verifies?: boolean;
}

/**
 * Runs sync once: finds what changed here, reads what changed there, and sends what waits. *Here* is this device,
 * *there* the server. Only one round may run at a time. docs/sync.md explains sync, and `SyncItem` explains words such
 * as base, mirror and alias.
 */
export async function runRound(
  parts: SyncParts,
  { isOver = () => false, verifies = false }: RoundOptions = {},
): Promise<RoundResult> {
  const link = await parts.store.read((reader) => reader.link());
  if (link === undefined) return ended('paused');
  if (openQuestion(link, parts) !== null) return ended('question');
  const rows = await parts.store.read((reader) => reader.syncCollections());
  const round: Round = {
    parts,
    link,
    names: new Names(rows, link.byName),
    readIds: new Set(),
    erased: 0,
    forbidden: 0,
    failures: 0,
    hasAnswered: false,
    swept: null,
    isOver,
  };
  try {
    await confirm(round);
    await pull(round).catch((thrown: unknown) => {
      if (!(thrown instanceof Stop && thrown.reason === 'settling')) throw thrown;
    });
    if (round.link.question !== null) return ended('question');
    if (link.mode !== 'pull') {
      await push(round);
      await learnQuota(round);
    }
    return ended(null, await verify(round, verifies));
  } catch (thrown) {
    if (thrown instanceof Stop) return ended(thrown.reason);
    throw thrown;
  }
}

const ended = (stopped: StopReason | null, verification: Verification | null = null): RoundResult => ({
  stopped,
  verification,
});

async function pull(round: Round): Promise<void> {
  const { client, scratch } = round.parts;
  const first = await readAhead(round);
  if (client.extensions === undefined) await learnOffers(round);
  // Nothing can be sent as long as the server's offers are unknown: they decide what must be sent.
  if (client.extensions === undefined) throw new Stop('unreachable');
  if (seemsToLackOffers(round)) await requireAnswer(round);
  await scan(round);
  // Drops the page if a write was settled since: the page may be older than what this device knows now.
  const page = (await recover(round)) ? undefined : first;
  const hasFeed = client.extensions?.has('changes') ?? false;
  if (hasFeed && round.link.since !== null && (await followFeed(round, page))) {
    // A leftover sweep is from a time when the server had no feed. If it were continued later, its first pages would be
    // out of date.
    if ((await scratch.sweep()) !== undefined) await scratch.dropSweep();
    return;
  }
  // The server refuses the feed to a token that is limited to some collections. Such a token reads the list instead: if
  // an earlier round has begun to read the list, this round continues below.
  if (hasFeed && (await scratch.sweep())?.sweep.source !== 'list') {
    await sweep(round, 'changes');
    if (!round.link.isLimited) return;
  }
  await sweep(round, 'list');
}
