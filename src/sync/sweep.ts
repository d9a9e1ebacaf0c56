import type { Sweep, SyncItem } from '../service/ports/sync.ts';
import { applyMemories, putIfChanged } from './apply.ts';
import { readFeedPage } from './changes.ts';
import { readCollections } from './collections.ts';
import { fieldsOf } from './fields.ts';
import { applyGone, duplicatesOf, isMassLoss, wasThere, type Duplicates } from './gone.ts';
import { collect } from './pages.ts';
import { isLimited, updateLink, rulesOf, type Round } from './parts.ts';
import { withDue } from './plan-push.ts';
import { readAll, readListPage, type ReadAll } from './read-all.ts';
import { canRepeat, mayAppear, mayBeThere, withLate } from './rules.ts';
import { requireReachable, send } from './send.ts';
import { isMemory } from './remote.ts';

/**
 * How long a write without an answer is given to arrive. A sweep (a reading of the whole server) that begins after that
 * decides whether the write has arrived. If it arrives even later, sync still recognises it (`lateMs`).
 */
export const settleMs = 120_000;
/** The least time between the two 404s after which a memory counts as gone. */
const denialMs = 60_000;

const unrecognised = {
  code: mayBeThere,
  message: 'The server may already have this memory: its answer got lost, and the server changes texts that it stores.',
};

/**
 * Reads all memories of the server, or goes on where the last round stopped. Returns false if it didn't reach the end;
 * the next round tries again.
 */
export async function sweep(round: Round, source: 'list' | 'changes'): Promise<boolean> {
  const done = await readAll(round, source, {
    begin: async () => {
      if (source === 'list' && !round.names.isFresh) await readCollections(round);
    },
    readPage: source === 'list' ? readListPage : readFeedPage,
    take: async (memories) => {
      if (source === 'list') await requireNames(round, memories);
      return applyMemories(round, memories);
    },
  });
  if (done === null) return false;
  await finish(round, done);
  return true;
}

/** Reads the collections if a memory is in an unknown one, unless this round has read them. */
export async function requireNames(round: Round, memories: readonly unknown[]): Promise<void> {
  const isUnknown = memories.some(
    (memory) =>
      isMemory(memory) && typeof memory.collection === 'string' && round.names.toLocal(memory.collection) === undefined,
  );
  if (isUnknown && !round.names.isFresh) await readCollections(round);
}

async function finish(round: Round, { sweep: done, seen, isResumed }: ReadAll): Promise<void> {
  const { scratch } = round.parts;
  round.swept = { startedAt: done.startedAt, isSure: !isResumed && done.source === 'list', seen };
  await giveUpLost(round, done);
  await forgetErased(round);
  const needsAnother = !isLimited(round) && (await countMissing(round, done, seen));
  // Dropped before the position in the feed is stored. Otherwise, after a crash in between, a later round could use
  // this complete sweep although the feed has been followed since.
  await scratch.dropSweep();
  const since = needsAnother ? null : done.source === 'changes' ? done.cursor : round.link.since;
  if (!round.link.swept || since !== round.link.since) await updateLink(round, { swept: true, since });
}

/**
 * Lets creates that haven't arrived be sent again. If the server rewrites texts, they may have arrived with another
 * text, so the user must decide.
 */
async function giveUpLost(round: Round, { startedAt }: Sweep): Promise<void> {
  const { store } = round.parts;
  const isLost = ({ op, remote }: SyncItem) =>
    remote === null && op?.kind === 'create' && !canRepeat(op, rulesOf(round)) && op.sentAt + settleMs <= startedAt;
  const due = await collect(store, isLost, 'dueItems');
  for (const { id } of due)
    await store.write(async (writer) => {
      const item = await writer.item(id);
      const row = await writer.memory(id);
      if (item === undefined || !isLost(item)) return;
      const late = withLate(item.late, item.op!);
      const refusal = round.link.rewrites ? { ...unrecognised, patch: item.op!.patch } : item.refusal;
      await writer.putItem(withDue({ ...item, op: null, late, refusal }, row ? fieldsOf(row) : null, rulesOf(round)));
    });
}

/**
 * Forgets memories that were deleted for good here before the server had them, once their creates can no longer arrive.
 */
async function forgetErased(round: Round): Promise<void> {
  const { store } = round.parts;
  const isOver = (item: SyncItem) =>
    item.remote === null && item.op === null && item.late.length > 0 && !mayAppear(item, rulesOf(round));
  for (const { id } of await collect(store, isOver))
    await store.write(async (writer) => {
      const item = await writer.item(id);
      if (item !== undefined && isOver(item) && (await writer.memory(id)) === undefined) await writer.deleteItem(id);
    });
}

/**
 * Records which memories the sweep missed; asks the user if there are many. Absence alone deletes nothing: two sweeps
 * must miss a memory, and the server must say twice that it doesn't have it. Returns whether another sweep must follow
 * at once.
 */
async function countMissing(round: Round, { startedAt }: Sweep, seen: ReadonlyMap<string, string>): Promise<boolean> {
  const { store } = round.parts;
  let known = 0;
  const missing = await collect(store, (item) => {
    if (!wasThere(item)) return false;
    known++;
    return !seen.has(item.remote!);
  });
  const isMass = missing.length > 0 && (seen.size === 0 || isMassLoss(missing.length, known));
  const { pulls } = rulesOf(round);
  if (isMass && round.link.absence === 'ask' && pulls) {
    await updateLink(round, { question: { kind: 'mass-absence', missing: missing.length, known } });
    return false;
  }
  // The user's decision applies to one loss only: sync asks again about the next loss.
  if (!isMass && round.link.absence !== 'ask') await updateLink(round, { absence: 'ask' });
  const ids = missing.map(({ id }) => id);
  // A memory counts as gone only after a second denial, so the duplicates aren't needed before.
  const wasDenied = missing.some((item) => typeof item.missing?.deniedAt === 'number');
  const duplicates = await duplicatesOf(round, wasDenied ? ids : []);
  for (const id of ids) await noteMissing(round, id, { startedAt, duplicates });
  // Asks for another sweep only in the cases in which the comparison of both sides doesn't start one.
  const { collections, absence } = round.link;
  return missing.length > 0 && (!pulls || collections !== null || absence !== 'ask');
}

/**
 * Counts a sweep that missed this memory. From the second on, asks the server for the memory. `startedAt` identifies
 * the sweep, so that it counts only once.
 */
async function noteMissing(
  round: Round,
  id: string,
  { startedAt: lastSweep, duplicates }: { startedAt: number; duplicates: Duplicates },
): Promise<void> {
  const { store, client, now } = round.parts;
  const item = await store.write(async (writer) => {
    const found = await writer.item(id);
    if (found === undefined || found.remote === null) return undefined;
    const { sweeps = 0, deniedAt = null, lastSweep: counted } = found.missing ?? {};
    const missing = { sweeps: counted === lastSweep ? sweeps : sweeps + 1, deniedAt, lastSweep };
    await writer.putItem({ ...found, missing });
    return { ...found, missing };
  });
  if (item === undefined || item.missing.sweeps < 2) return;
  const result = await send(round, () => client.memories.read(item.remote!));
  if ('answer' in result) return void (await applyMemories(round, [result.answer]));
  await requireReachable(round, result);
  if (result.kind === 'gone') await noteDenied(round, id, now(), duplicates);
}

/**
 * Records that the server says it doesn't have this memory. The second time, at least `denialMs` later, the memory
 * counts as gone. `known`: its hidden duplicates, if they were looked up.
 */
export async function noteDenied(round: Round, id: string, now: number, known?: Duplicates): Promise<void> {
  const { store } = round.parts;
  const before = await store.read((reader) => reader.item(id));
  const duplicates = known ?? (await duplicatesOf(round, before && isDenied(before, now) ? [id] : []));
  await store.write(async (writer) => {
    const item = await writer.item(id);
    if (item === undefined || item.remote === null) return;
    if (isDenied(item, now)) return applyGone(writer, round, item, duplicates);
    const missing = { sweeps: 0, ...item.missing, deniedAt: Math.min(item.missing?.deniedAt ?? now, now) };
    await putIfChanged(writer, item, { ...item, missing });
  });
}

const isDenied = ({ missing }: SyncItem, now: number): boolean => now - (missing?.deniedAt ?? now) >= denialMs;
