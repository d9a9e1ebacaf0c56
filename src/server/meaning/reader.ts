import { TextFailed } from '../../embed/hosted/session.ts';
import { followers } from '../../search/postgres/follow/follower.ts';
import { prepareShelf } from '../../search/postgres/vector/shelf.ts';
import { readingQueue, type Claim } from '../../search/postgres/vector/reading-queue.ts';
import { ModelUnavailable, type Embedders, type Model, type Passage } from '../../service/ports/embedder.ts';
import type { SqlDatabase } from '../../service/ports/sql.ts';
import type { Owner } from '../../service/ports/store.ts';
import type { FeedOf } from '../../service/search/feed.ts';
import { mostBehind, ownersBehind } from './behind.ts';
import { growGraphs } from './grow-graphs.ts';
import { repeated, restAfter, type Rhythm } from '../repeated.ts';

export interface ReaderParts {
  database: SqlDatabase;
  model: Model;
  embedders: Embedders;
  feedOf: FeedOf;
  /** Told of what went wrong; it is tried again. */
  report: (fault: unknown) => void;
  /** How long a memory is this process's alone to read, in milliseconds. */
  claimMs?: number;
  rhythm?: Rhythm;
}

/** Keeps what searches look at up with the memories, in the background, together with any number of other processes. */
export interface Reader {
  /** Memories have changed: looks now instead of within a second. */
  look(): void;
  /** Resolves when the memory at hand is read; a model that ends meanwhile does not hold it up. */
  stop(): Promise<void>;
}

/** How many memories are claimed at a time: few, so that a new one has not to wait for them. */
const claimed = 4;

const usualRhythm: Rhythm = { restMs: 1_000, afterFailureMs: 1_000, longestMs: 60_000 };

export function startReader({
  database,
  model,
  embedders,
  feedOf,
  report,
  claimMs,
  rhythm = usualRhythm,
}: ReaderParts): Reader {
  const queue = readingQueue(database, model, claimMs);
  const followOf = followers(database);
  let prepared: Promise<void> | undefined;
  const stopping = new AbortController();

  /** The vectors of a memory; undefined where the model can't read it. */
  async function passagesOf(text: string): Promise<Passage[] | undefined> {
    const embedder = await embedders.current();
    try {
      const passages = await embedder.passages(text);
      return passages.every(({ vector }) => vector.every(Number.isFinite)) ? passages : undefined;
    } catch (fault) {
      if (fault instanceof TextFailed) return undefined;
      throw fault;
    }
  }

  async function read(claim: Claim): Promise<void> {
    const feed = await feedOf(claim.owner);
    const found = await queue.textOf(claim, feed);
    if (found === undefined) {
      // It has changed since; its change says what is to be read.
      await followOf(claim.owner)(feed);
      return queue.release(claim);
    }
    const passages = await passagesOf(found.text);
    if (passages) await queue.keep(claim, found.lead, passages);
    else await queue.setAside(claim);
  }

  const follow = async (owner: Owner) => followOf(owner)(await feedOf(owner));

  const reading = repeated(
    async () => {
      await (prepared ??= prepareShelf(database, model).catch((fault: unknown) => {
        prepared = undefined;
        throw fault;
      }));
      const claims = await queue.claim(claimed);
      const isMore = claims.length > 0;
      try {
        while (claims.length > 0 && !stopping.signal.aborted) {
          await read(claims[0]!);
          claims.shift();
        }
      } finally {
        for (const claim of claims) await queue.release(claim);
      }
      return isMore;
    },
    (fault) => {
      if (!(fault instanceof ModelUnavailable)) report(fault);
    },
    rhythm,
  );

  const following = repeated(
    async () => {
      const begun = performance.now();
      const owners = await ownersBehind(database);
      const lookedMs = performance.now() - begun;
      const faults: unknown[] = [];
      for (const owner of owners) {
        if (stopping.signal.aborted) return false;
        // What fails for one owner holds up no other.
        await follow(owner).catch((fault: unknown) => faults.push(fault));
        reading.soon();
      }
      await growGraphs(database, stopping.signal);
      if (faults.length > 0) throw faults[0];
      // Where somebody has always saved something, looking must not take all the time that there is.
      return owners.length > 0 && owners.length < mostBehind ? restAfter(lookedMs) : owners.length > 0;
    },
    report,
    rhythm,
  );

  return {
    look: () => following.soon(),
    async stop() {
      stopping.abort();
      await Promise.all([following.end(), reading.end()]);
    },
  };
}
