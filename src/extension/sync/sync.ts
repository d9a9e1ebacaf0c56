import type { CollectionRights, MemorySync, SyncCommand, SyncOffers, SyncState } from '../../lib/sync.ts';
import { localOwner } from '../../service/ports/store.ts';
import type { SyncLink, SyncStore } from '../../service/ports/sync.ts';
import { freshNotes, type SyncNotes } from '../../store/dexie/sync-scratch.ts';
import { decide } from '../../sync/confirm.ts';
import { notedOffers, type SyncParts } from '../../sync/parts.ts';
import { quotaWaitMs } from '../../sync/quota.ts';
import { runRound, type RoundResult } from '../../sync/round.ts';
import { storeChoice, type Choice } from './choice.ts';
import { connection, identityOf, type Connected } from './connection.ts';
import { offersOf } from './examine.ts';
import type { SyncHostParts } from './host-parts.ts';
import { LatestOverview } from './latest-overview.ts';
import { memorySyncOf } from './memory-sync.ts';
import { emptyOverview } from './overview.ts';
import { pauseAfter } from './pace.ts';
import { sendRefusedAgain } from './refused.ts';
import { createSetUp } from './set-up.ts';
import { waitingAndQuota } from './waiting.ts';
import { yieldingStore } from './yielding-store.ts';

export interface Sync {
  state(): Promise<SyncState>;
  memory(id: string): Promise<MemorySync | undefined>;
  /** Carries out a command, or begins to; the outcome shows in the state. */
  command(command: SyncCommand): Promise<void>;
  /**
   * Call when the user uses Commonplace: memories may have changed here, and changes on the server should arrive soon.
   */
  checkSoon(): void;
}

/** Changes within this many milliseconds are sent in one round. */
const gatherMs = 3_000;
/** A round stops after this many milliseconds, so that other work can run; the next round continues. */
const sliceMs = 20_000;
/** With an active user and a change feed, the next round may begin this many milliseconds after the last one ended. */
const freshMs = 30_000;
const dayMs = 86_400_000;
/**
 * A proof that both sides are the same is due a day after the last one. It is due after an hour if something has
 * changed here, all collections sync, and the server offers fingerprints. If only some collections sync, a proof may
 * read the whole server, so rounds attempt a proof at most once an hour.
 */
const hourMs = 3_600_000;
const allRights: CollectionRights = { see: true, change: true };

/** Sync in the engine: the rounds, when they run, and the user's control over them. */
export function createSync(parts: SyncHostParts): Sync {
  const { store, keeping, work, clock, onActive, onChange, report } = parts;
  const { clientOf, connected } = connection(parts);
  const setUp = createSetUp(parts, clientOf);
  let running: Promise<void> | undefined;
  /** How many changes of the stored link (to the server) are in progress. No round begins or continues meanwhile. */
  let linkChanges = 0;
  let isVerifying = false;
  /** Whether another round was wanted, or something may have changed, since the round began. */
  let wasAsked = false;
  /** Whether sync is on; undefined if not known yet. */
  let isActive: boolean | undefined;
  let nextRound: ReturnType<typeof setTimeout> | undefined;
  let nextCheck: ReturnType<typeof setTimeout> | undefined;
  const overview = new LatestOverview(clock, work.untilNoRequests);
  let notes: SyncNotes | undefined;

  const lastSeq = () => store.read(localOwner, (reader) => reader.lastSeq());
  /** If the store is read-only, the database with the notes may not open at all. */
  const storedNotes = async () => (store.isReadOnly === true ? undefined : keeping.notes());
  const notesNow = async () => (notes ??= (await storedNotes()) ?? freshNotes);

  async function putNotes(changed: SyncNotes): Promise<void> {
    notes = changed;
    await keeping.putNotes(changed);
    onChange();
  }

  const updateNotes = async (changed: Partial<SyncNotes>) => putNotes({ ...(await notesNow()), ...changed });

  function setActive(active: boolean): void {
    isActive = active;
    onActive(active);
  }

  function scheduleRound(afterMs: number): void {
    clearTimeout(nextRound);
    if (afterMs < dayMs) nextRound = setTimeout(() => void run().catch(report), afterMs);
  }

  /** If sync is on, runs a round or waits for the running one, then schedules the next. */
  async function run(): Promise<void> {
    const [current, { paused }] = [await connected(), await notesNow()];
    setActive(current !== undefined && !paused);
    if (current === undefined || paused || linkChanges > 0) return;
    wasAsked = running !== undefined;
    if (running !== undefined) return running;
    running = work
      .background(() => runOnce(current))
      .then((pauseMs) => scheduleRound(wasAsked ? Math.min(gatherMs, pauseMs) : pauseMs))
      .finally(() => {
        running = undefined;
        onChange();
      });
    onChange();
    return running;
  }

  async function runOnce({ sync, parts }: { sync: SyncStore; parts: SyncParts }): Promise<number> {
    const begin = clock.now();
    const { proof, triedAt, failures: before } = await notesNow();
    const link = await sync.read((reader) => reader.link());
    const isOlder = (time: number | undefined, ms: number) => time === undefined || begin - time > ms;
    const isCheap = link?.collections === null;
    const isPast = isCheap && notedOffers(link).has('digest') && proof?.seq !== (await lastSeq());
    const isOld = isOlder(proof && Date.parse(proof.at), isPast ? hourMs : dayMs);
    const verifies = isVerifying || (isOld && (isCheap || isOlder(triedAt, hourMs)));
    const isOver = () =>
      notes?.paused === true || linkChanges > 0 || clock.now() - begin > sliceMs || clock.now() < begin;
    const round = { ...parts, store: yieldingStore(sync, work) };
    const result = await runRound(round, { isOver, verifies }).catch((failure: unknown): RoundResult | undefined => {
      report(failure);
      return undefined;
    });
    const stopped = result === undefined ? 'failed' : result.stopped;
    const failures = stopped === 'unreachable' || stopped === 'failed' ? before + 1 : 0;
    const hasFeed = parts.client.extensions?.has('changes') ?? false;
    const now = clock.now();
    const askedMs = (await keeping.pauses()).all - now;
    const pauseMs = pauseAfter(stopped, { failures, hasFeed, askedMs, quotaWaitMs: await quotaWaitMs(parts) });
    const at = new Date(now).toISOString();
    const verification = result?.verification ?? undefined;
    if (stopped === null && verifies) isVerifying = false;
    await overview.renew(sync);
    await updateNotes({
      seenSeq: await lastSeq(),
      ...(verifies && { triedAt: begin }),
      last: { at, stopped },
      failures,
      retryAt: Number.isFinite(pauseMs) ? now + pauseMs : Number.MAX_SAFE_INTEGER,
      ...(verification && { proof: { ...verification, at: new Date(verification.at).toISOString() } }),
    });
    return pauseMs;
  }

  /**
   * Runs a round if its time has come. After a complete round, also runs one if something has changed here, or if the
   * user is active (`isUsed`) and the last round is old.
   */
  async function checkNow({ isUsed }: { isUsed: boolean }): Promise<void> {
    const { retryAt, last, seenSeq } = await notesNow();
    const isTime = clock.now() >= retryAt || last === undefined;
    if (isTime || (last.stopped === null && ((await lastSeq()) !== seenSeq || (isUsed && (await isStale(last.at))))))
      return run();
    setActive((await connected()) !== undefined && !(await notesNow()).paused);
  }

  async function isStale(at: string): Promise<boolean> {
    if (Math.abs(clock.now() - Date.parse(at)) < freshMs) return false;
    const link = await store.sync?.read((reader) => reader.link());
    return link !== undefined && notedOffers(link).has('changes');
  }

  async function start(choice: Choice): Promise<void> {
    const { sync } = store;
    if (sync === undefined) return;
    const hasBegun = await setUp.begin(choice.mode, ({ credentials, collections }) =>
      changeLink(async () => {
        // If the engine ends before the credentials are stored, the choice must not apply to the former server.
        await updateNotes({ paused: true });
        // An unfinished sweep (reading of the whole server) left out what was outside the former choice.
        await keeping.dropSweep();
        const { address } = credentials;
        const token = await identityOf(credentials.token);
        await storeChoice(choice, { store: sync, address, token, now: () => clock.now() });
        // The token is stored after the link. Without a link, the user could neither see nor delete the token.
        await keeping.putCredentials(credentials);
        // Earlier rounds and proofs, with another server or for another choice of collections, no longer count.
        await putNotes({ ...freshNotes, collections });
      }),
    );
    if (hasBegun) await run();
  }

  /**
   * Changes the link, after the running round has ended. That round would otherwise overwrite the link with its own
   * copy.
   */
  async function changeLink(change: () => Promise<void>): Promise<void> {
    linkChanges++;
    try {
      await running?.catch(report);
      clearTimeout(nextRound);
      await change();
    } finally {
      linkChanges--;
    }
  }

  async function changeConnected(change: (current: Connected) => Promise<void>): Promise<void> {
    const ifConnected = async () => {
      const current = await connected();
      if (current) await change(current);
    };
    await work.background(() => changeLink(ifConnected));
    await run();
  }

  async function disconnect(): Promise<void> {
    await keeping.forget();
    await store.sync?.write((writer) => writer.forgetServer());
    notes = undefined;
    overview.forget();
    setActive(false);
    onChange();
  }

  async function command(given: SyncCommand): Promise<void> {
    switch (given.do) {
      case 'check':
        return void setUp.check(given).catch(report);
      case 'cancel':
        return setUp.cancel();
      case 'start':
        return void start(given).catch(report);
      case 'pause':
        await updateNotes({ paused: true });
        return setActive(false);
      case 'disconnect':
        return changeLink(disconnect);
      case 'resume':
        await updateNotes({ paused: false });
        break;
      // Not awaited, since the running round may wait for the server.
      case 'retry':
        return void changeConnected(({ sync }) => sendRefusedAgain(sync, keeping)).catch(report);
      case 'decide':
        return void changeConnected(async (current) => {
          await decide(current.parts, given.decision);
          if (given.decision === 'new') await updateNotes({ proof: undefined, triedAt: undefined });
        }).catch(report);
      case 'now':
        isVerifying = true;
    }
    void run().catch(report);
  }

  // Waits for the open requests: one of them started the engine.
  void work
    .untilNoRequests()
    .then(() => checkNow({ isUsed: false }))
    .catch(report);

  return {
    command,
    checkSoon() {
      wasAsked = true;
      if (isActive === false || nextCheck !== undefined || running !== undefined) return;
      nextCheck = setTimeout(() => {
        nextCheck = undefined;
        void checkNow({ isUsed: true }).catch(report);
      }, gatherMs);
    },
    async memory(id) {
      const current = await connected();
      return current?.sync.read((reader) => memorySyncOf(reader, id, overview.conflicts));
    },
    async state() {
      const current = await connected();
      const link = current && (await current.sync.read((reader) => reader.link()));
      const { paused, last, retryAt, proof, collections } = await notesNow();
      const shown = current ? await overview.read(current.sync, running !== undefined) : emptyOverview;
      const waits =
        last !== undefined && last.stopped !== null && retryAt > clock.now() && retryAt < Number.MAX_SAFE_INTEGER;
      return {
        server: link && {
          address: link.address,
          mode: link.mode,
          offers: knownOffers(link),
          mayWrite: link.mayWrite !== false,
          isLimited: link.isLimited === true,
          collections: collections ?? allRights,
        },
        ...setUp.state(),
        paused,
        isRunning: running !== undefined,
        last,
        retryAt: waits ? new Date(retryAt).toISOString() : undefined,
        ...shown,
        ...(current ? await waitingAndQuota(shown.waiting, current.parts) : { waiting: [], quota: undefined }),
        question: link?.question ?? undefined,
        proof: proof && { ...proof, isCurrent: proof.seq === (await lastSeq()) },
      };
    },
  };
}

/** What the server offers. Undefined until the server has named extensions or has been read completely. */
function knownOffers(link: SyncLink): SyncOffers | undefined {
  const offers = notedOffers(link);
  return offers.size > 0 || link.swept ? offersOf(offers) : undefined;
}
