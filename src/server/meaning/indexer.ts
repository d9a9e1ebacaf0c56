import { TextFailed } from '../../embed/hosted/session.ts';
import { followers } from '../../search/postgres/follow/follower.ts';
import { addToGraph, ownersToGraph } from '../../search/postgres/vector/graph.ts';
import { prepareVectorTables } from '../../search/postgres/vector/vector-tables.ts';
import { indexingQueue, type Claim } from '../../search/postgres/vector/indexing-queue.ts';
import { ModelUnavailable, type Embedders, type Model, type Passage } from '../../service/ports/embedder.ts';
import type { SqlDatabase } from '../../service/ports/sql.ts';
import type { Owner } from '../../service/ports/store.ts';
import type { FeedOf } from '../../service/search/feed.ts';
import { maxBehind, ownersBehind } from './backlog.ts';
import { repeat, restAfter, type Intervals } from '../repeat.ts';

export interface IndexerParts {
  database: SqlDatabase;
  model: Model;
  embedders: Embedders;
  feedOf: FeedOf;
  /** Called for errors, unless the model is unavailable. */
  report: (error: unknown) => void;
  /** How long a claimed memory is reserved for this process, in milliseconds. */
  claimMs?: number;
  intervals?: Intervals;
}

/** Keeps the search tables up to date in the background, together with any number of other processes. */
export interface Indexer {
  /** Looks for changed memories at once, without waiting for the next check. */
  checkNow(): void;
  /** Resolves when the work in progress, such as indexing one memory, is over. */
  stop(): Promise<void>;
}

/** Memories claimed at a time. Few, so that a new memory doesn't wait long. */
const batchSize = 4;

const defaultIntervals: Intervals = { restMs: 1_000, afterFailureMs: 1_000, longestMs: 60_000 };

export function startIndexer({
  database,
  model,
  embedders,
  feedOf,
  report,
  claimMs,
  intervals = defaultIntervals,
}: IndexerParts): Indexer {
  const queue = indexingQueue(database, model, claimMs);
  const followOf = followers(database);
  let prepared: Promise<void> | undefined;
  const stopping = new AbortController();

  /** The vectors of a text, or undefined if the model can't embed it. */
  async function passagesOf(text: string): Promise<Passage[] | undefined> {
    const embedder = await embedders.current();
    try {
      const passages = await embedder.passages(text);
      return passages.every(({ vector }) => vector.every(Number.isFinite)) ? passages : undefined;
    } catch (error) {
      if (error instanceof TextFailed) return undefined;
      throw error;
    }
  }

  async function index(claim: Claim): Promise<void> {
    const feed = await feedOf(claim.owner);
    const found = await queue.textOf(claim, feed);
    if (found === undefined) {
      // The memory has changed since it was queued. Following the owner's changes queues the new text, if there is one.
      await followOf(claim.owner)(feed);
      return queue.release(claim);
    }
    const passages = await passagesOf(found.text);
    if (passages) await queue.keep(claim, found.contentStart, passages);
    else await queue.setAside(claim);
  }

  const follow = async (owner: Owner) => followOf(owner)(await feedOf(owner));

  const indexing = repeat(
    async () => {
      await (prepared ??= prepareVectorTables(database, model).catch((error: unknown) => {
        prepared = undefined;
        throw error;
      }));
      const claims = await queue.claim(batchSize);
      const isMore = claims.length > 0;
      try {
        while (claims.length > 0 && !stopping.signal.aborted) {
          await index(claims[0]!);
          claims.shift();
        }
      } finally {
        for (const claim of claims) await queue.release(claim);
      }
      // Not `false`: after a slow check, `repeat` would rest ten times as long as the check took. A memory that a
      // search has queued would wait that long.
      return isMore || intervals.restMs;
    },
    (error) => {
      if (!(error instanceof ModelUnavailable)) report(error);
    },
    intervals,
  );

  const following = repeat(
    async () => {
      const begun = performance.now();
      const owners = await ownersBehind(database);
      const lookupMs = performance.now() - begun;
      const errors: unknown[] = [];
      for (const owner of owners) {
        if (stopping.signal.aborted) return false;
        // A failure for one owner must not block others.
        await follow(owner).catch((error: unknown) => errors.push(error));
        indexing.soon();
      }
      await growGraphs(database, stopping.signal);
      if (errors.length > 0) throw errors[0];
      if (owners.length === 0 || owners.length === maxBehind) return owners.length > 0;
      // Some owners may save constantly. This rest limits the time spent on finding and following their changes: many
      // changes at once cost far less than one by one. No search waits for this rest, since a search updates the tables
      // itself.
      return Math.max(restAfter(lookupMs), Math.min(intervals.restMs, restAfter(performance.now() - begun)));
    },
    report,
    intervals,
  );

  return {
    checkNow: () => following.soon(),
    async stop() {
      stopping.abort();
      await Promise.all([following.end(), indexing.end()]);
    },
  };
}

/**
 * Adds the vectors of owners with very many vectors to the graph (the HNSW index), in slices, so that other work can
 * run in between.
 */
async function growGraphs(database: SqlDatabase, stopping: AbortSignal): Promise<void> {
  for (const owner of await ownersToGraph(database)) {
    for (let after: string | undefined = ''; after !== undefined && !stopping.aborted;)
      after = await addToGraph(database, owner, after);
  }
}
