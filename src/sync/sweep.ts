import type { MemoryPage } from '../client/contract.ts';
import type { Sweep, SyncItem, SyncReader } from '../service/ports/sync.ts';
import { limits } from '../v1/limits.ts';
import { applyMemories, applyPulled, keepItem } from './apply.ts';
import { readFeedPage, startOver } from './changes.ts';
import { readCollections } from './collections.ts';
import { fieldsOf } from './fields.ts';
import { Stop } from './failures.ts';
import { maxPages } from './pages.ts';
import { keepLink, rulesOf, type Round } from './parts.ts';
import { planGone } from './plan.ts';
import { withDue } from './plan-push.ts';
import { canRepeat, mayAppear, withLate } from './rules.ts';
import { requireReachable, send } from './send.ts';
import { isMemory } from './remote.ts';

const maxAge = 24 * 3_600_000;
/** The longest time that a write may be on its way; after that, a sweep shows whether it arrived. */
export const settleMs = 120_000;
/** The least time between the two requests for a missing memory, both of which the server must answer with 404. */
const denialMs = 60_000;
/** If more than this share of the memories is missing, the user must decide. */
const absentShare = 0.1;
const absentMin = 3;

/** One page of the server's memories, in an order that the server chooses. */
export interface SweptPage {
  memories: unknown[];
  next: string | null;
  /** Undefined: `next` tells whether it is. */
  isLast?: boolean;
}

/**
 * Reads the whole server, or goes on where the last round stopped. Returns false if it didn't come to the end; the next
 * round tries again.
 */
export async function sweep(round: Round, source: Sweep['source']): Promise<boolean> {
  const { scratch, now } = round.parts;
  const open = await scratch.sweep();
  const age = now() - (open?.sweep.startedAt ?? 0);
  let current = open?.sweep;
  if (current === undefined || current.source !== source || age > maxAge || age < 0) {
    current = { source, startedAt: now(), cursor: null, cursors: [] };
    await scratch.beginSweep(current);
    if (source === 'list') await readCollections(round);
  }
  const found = new Set(current === open?.sweep ? open?.seen : []);
  let [isLast, pages, items] = [false, 0, 0];
  while (!isLast) {
    const page: SweptPage | null = await (source === 'list'
      ? readListPage(round, current.cursor)
      : readFeedPage(round, current.cursor));
    if (page === null) {
      await scratch.dropSweep();
      return false;
    }
    if (source === 'list') await requireNames(round, page.memories);
    const ids = await applyMemories(round, page.memories);
    for (const id of ids) found.add(id);
    pages++;
    items += page.memories.length;
    const next: string | null = page.next;
    const cursors: string[] = current.cursor === null ? current.cursors : [...current.cursors, current.cursor];
    isLast = page.isLast ?? (!next || cursors.includes(next) || page.memories.length === 0);
    current = { ...current, cursor: next, cursors };
    await scratch.addPage(current, ids);
    if (!isLast && cursors.length >= pageCap(found.size, items / pages)) {
      await scratch.dropSweep();
      return false;
    }
  }
  await finish(round, current);
  return true;
}

/** The most pages to read, in case the server's list never ends. `found`: how many memories there were so far. */
const pageCap = (found: number, perPage: number) =>
  Math.min(maxPages, 2 + 2 * Math.ceil((found + 1_000) / Math.max(1, perPage)));

/** Null: the cursor is no longer valid. */
async function readListPage(round: Round, cursor: string | null): Promise<SweptPage | null> {
  const { client } = round.parts;
  let raw: string | undefined;
  const read = (limit?: number) =>
    send<MemoryPage>(round, async () =>
      client.memories.list(
        { ...(limit !== undefined && { limit }), ...(cursor !== null && { cursor }) },
        { onResponse: ({ status, body }) => (raw = status === 200 ? body : undefined) },
      ),
    );
  let result = await read(limits.maxPageSize);
  if ('kind' in result && result.kind === 'refused' && cursor === null) result = await read();
  if ('answer' in result) return { memories: result.answer.memories, next: result.answer.nextCursor ?? null };
  const lenient = result.kind === 'doubt' ? readLeniently(raw) : null;
  if (lenient) return lenient;
  requireReachable(round, result);
  if (result.kind === 'doubt' || cursor === null) throw new Stop('unreachable');
  return null;
}

/** Reads a page with an item that isn't a memory: the other items count. */
function readLeniently(raw: string | undefined): SweptPage | null {
  try {
    const { memories, nextCursor } = JSON.parse(raw ?? '') as { memories?: unknown; nextCursor?: unknown };
    if (!Array.isArray(memories)) return null;
    return { memories, next: typeof nextCursor === 'string' ? nextCursor : null };
  } catch {
    return null;
  }
}

/** Reads the collections again if a memory is in an unknown one. */
export async function requireNames(round: Round, memories: readonly unknown[]): Promise<void> {
  const isUnknown = memories.some(
    (memory) =>
      isMemory(memory) && typeof memory.collection === 'string' && round.names.toLocal(memory.collection) === undefined,
  );
  if (isUnknown && !round.names.isFresh) await readCollections(round);
}

/** Draws conclusions from a complete sweep: which writes didn't arrive, and which memories are missing. */
async function finish(round: Round, done: Sweep): Promise<void> {
  const { scratch } = round.parts;
  const { seen } = (await scratch.sweep())!;
  const since = done.source === 'changes' ? done.cursor : round.link.since;
  if (!round.link.swept || since !== round.link.since) await keepLink(round, { swept: true, since });
  await giveUpLost(round, done);
  await forgetErased(round);
  if (!round.isLimited) await countMissing(round, seen);
  await scratch.dropSweep();
}

/** Lets creates that haven't arrived be sent again. */
async function giveUpLost(round: Round, { startedAt }: Sweep): Promise<void> {
  const { store } = round.parts;
  const isLost = ({ op, remote }: SyncItem) =>
    remote === null && op?.kind === 'create' && !canRepeat(op, rulesOf(round)) && op.sentAt + settleMs <= startedAt;
  const due = await store.read((reader) => collect(reader.dueItems.bind(reader), isLost));
  for (const { id } of due)
    await store.write(async (writer) => {
      const item = await writer.item(id);
      const row = await writer.memory(id);
      if (item === undefined || !isLost(item)) return;
      const late = withLate(item.late, item.op!);
      await writer.putItem(withDue({ ...item, op: null, late }, row ? fieldsOf(row) : null, rulesOf(round)));
    });
}

/**
 * Forgets memories that were deleted for good here before the server had them, once their creates can no longer arrive.
 */
async function forgetErased(round: Round): Promise<void> {
  const { store } = round.parts;
  const isOver = (item: SyncItem) =>
    item.remote === null && item.op === null && item.late.length > 0 && !mayAppear(item, rulesOf(round));
  for (const { id } of await store.read((reader) => collect(reader.items.bind(reader), isOver)))
    await store.write(async (writer) => {
      const item = await writer.item(id);
      if (item !== undefined && isOver(item) && (await writer.memory(id)) === undefined) await writer.deleteItem(id);
    });
}

/** Absence alone deletes nothing: two sweeps must miss a memory, and the server must deny it twice. */
async function countMissing(round: Round, seen: ReadonlySet<string>): Promise<void> {
  const { store } = round.parts;
  let known = 0;
  const missing = await store.read((reader) =>
    collect(reader.items.bind(reader), ({ remote, base }) => {
      if (remote === null || base === null || base.deleted) return false;
      known++;
      return !seen.has(remote);
    }),
  );
  const isMass = missing.length > 0 && (seen.size === 0 || missing.length > Math.max(absentMin, known * absentShare));
  const { takes } = rulesOf(round);
  if (isMass && round.link.absence === 'ask' && takes)
    return keepLink(round, { question: { kind: 'mass-absence', missing: missing.length, known } });
  // What the user decided holds for this loss only.
  if (!isMass && round.link.absence !== 'ask') await keepLink(round, { absence: 'ask' });
  for (const { id } of missing) await noteMissing(round, id);
  // Without a comparison of both sides, nothing else would lead to the next sweep.
  if (missing.length > 0 && !takes) await startOver(round);
}

async function noteMissing(round: Round, id: string): Promise<void> {
  const { store, client, now } = round.parts;
  const item = await store.write(async (writer) => {
    const found = await writer.item(id);
    if (found === undefined || found.remote === null) return undefined;
    const missing = { sweeps: (found.missing?.sweeps ?? 0) + 1, deniedAt: found.missing?.deniedAt ?? null };
    await writer.putItem({ ...found, missing });
    return { ...found, missing };
  });
  if (item === undefined || item.missing.sweeps < 2) return;
  const result = await send(round, () => client.memories.read(item.remote!));
  if ('answer' in result) return void (await applyMemories(round, [result.answer]));
  requireReachable(round, result);
  if (result.kind === 'gone') await noteDenied(round, id, now());
}

/**
 * Records that the server says it doesn't have this memory. The second time, at least `denialMs` later, the memory
 * counts as gone.
 */
export async function noteDenied(round: Round, id: string, now: number): Promise<void> {
  await round.parts.store.write(async (writer) => {
    const [item, row] = [await writer.item(id), await writer.memory(id)];
    if (item === undefined || item.remote === null) return;
    const first = item.missing?.deniedAt ?? null;
    if (first === null || now - first < denialMs) {
      const missing = { sweeps: item.missing?.sweeps ?? 0, deniedAt: Math.min(first ?? now, now) };
      return keepItem(writer, item, { ...item, missing });
    }
    const pulled = planGone(item, row ? fieldsOf(row) : null, rulesOf(round));
    await applyPulled(writer, round, { item, row, pulled });
  });
}

async function collect(
  list: SyncReader['items'],
  isWanted: (item: SyncItem) => boolean,
  pageSize = 500,
): Promise<SyncItem[]> {
  const found: SyncItem[] = [];
  for (let after = ''; ;) {
    const page = await list(after, pageSize);
    found.push(...page.filter(isWanted));
    if (page.length < pageSize) return found;
    after = page.at(-1)!.id;
  }
}
