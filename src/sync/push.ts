import type { SyncItem, SyncOp, SyncReader } from '../service/ports/sync.ts';
import { limits } from '../v1/limits.ts';
import { byteLength } from '../v1/schemas/text.ts';
import { putIfChanged } from './apply.ts';
import { startOver } from './changes.ts';
import {
  carryOut,
  carryOutBatch,
  changeItem,
  forget,
  recordWrites,
  isGuarded,
  refresh,
  type RecordedWrite,
} from './carry-out.ts';
import { ensureCollection, liftRefusals } from './ensure-collection.ts';
import { fieldsOf } from './fields.ts';
import { rulesOf, type Round } from './parts.ts';
import { planPush, withDue } from './plan-push.ts';
import { requireAnswer } from './read-all.ts';
import { maySend, noteForbidden } from './rights.ts';
import { canRepeat, withLate } from './rules.ts';
import { sendDeletions } from './send-deletions.ts';
import { sendNames } from './send-names.ts';
import { mayWrite, requireMaySend } from './send.ts';
import { settleMs } from './sweep.ts';

const pageSize = 50;
/** The most bytes that a write needs in a batch, besides its fields. */
const partBytes = 512;

/** Sends the waiting changes of memories and collections, with at most one change for each memory. */
export async function push(round: Round): Promise<void> {
  await sendNames(round);
  await liftRefusals(round);
  const batch = new Batch(round);
  // Checks before each page whether writes are allowed: once the quota is used up, very many writes may be waiting, and
  // planning them would be in vain.
  for (let after = ''; await mayWrite(round, 'patch');) {
    const takesNew = await mayWrite(round, 'create');
    const items = await round.parts.store.read((reader) => dueWrites(reader, round, after));
    for (const { item, write } of items) {
      if (write === null || (item.base === null && !takesNew)) continue;
      // Without batches, each write is planned anew: the write sent before it may have changed its item.
      const next = batch.isPossible ? { item, ...write } : await planOne(round, item.id);
      if (next === null || !(await isReady(round, next))) continue;
      if (batch.isPossible) await batch.add(item.id, next.patch);
      else await pushAlone(round, item.id);
    }
    const last = items.at(-1);
    if (last === undefined) break;
    after = last.item.id;
  }
  await batch.send();
  await noteForbidden(round);
  if (await sendDeletions(round)) await sendNames(round);
}

/** Tries to settle the writes that an earlier round left without an answer. Returns whether there were any. */
export async function recover(round: Round): Promise<boolean> {
  let had = false;
  for (let after = ''; ;) {
    const items = await round.parts.store.read((reader) => reader.dueItems(after, pageSize));
    for (const item of items) {
      if (item.op === null) continue;
      had = true;
      await settleItem(round, item, item.op);
    }
    const last = items.at(-1);
    if (last === undefined) return had;
    after = last.id;
  }
}

/** Prepares the next write of a memory. Returns false if it can't be sent now. */
async function isReady(round: Round, { item, kind, patch }: PlannedWrite): Promise<boolean> {
  if (!(await mayWrite(round, kind))) return false;
  if (item.remote === null && !round.link.swept) return false;
  if (typeof patch.collection === 'string') {
    const ensured = await ensureCollection(round, patch.collection);
    if (typeof ensured === 'object') await recordRefusal(round, item.id, { ...ensured, patch });
    if (ensured !== true) return false;
  }
  // Without a version for `If-Match`, a memory is read before it is changed. A deleted memory can't be read.
  if (item.remote !== null && !item.base?.deleted && !isGuarded(round, item))
    if (rulesOf(round).etag || !round.readIds.has(item.remote))
      return (await refresh(round, item, item.remote)) === 'merged';
  return true;
}

async function recordRefusal(round: Round, id: string, { code, message, patch }: NonNullable<SyncItem['refusal']>) {
  await round.parts.store.write(async (writer) => {
    const [item, row] = [await writer.item(id), await writer.memory(id)];
    if (item === undefined || item.op !== null) return;
    const refused = { ...item, refusal: { code, message, patch } };
    await putIfChanged(writer, item, withDue(refused, row ? fieldsOf(row) : null, rulesOf(round)));
  });
}

async function pushAlone(round: Round, id: string): Promise<void> {
  await requireMaySend(round);
  for (const write of await recordWrites(round, [id])) await carryOut(round, write);
}

class Batch {
  readonly #round: Round;
  #ids: string[] = [];
  #bytes = 0;
  #isRefused = false;

  constructor(round: Round) {
    this.#round = round;
  }

  /**
   * Whether writes may be sent in batches. Without `If-Match`, the memory must be read just before each write. Without
   * keys, a batch whose answer is lost could be carried out twice.
   */
  get isPossible(): boolean {
    const { extensions } = this.#round.parts.client;
    const offers = ['batch', 'etag', 'idempotency-key'].every((name) => extensions?.has(name));
    return offers && !this.#isRefused && this.#size() > 1;
  }

  async add(id: string, patch: object): Promise<void> {
    const bytes = byteLength(JSON.stringify(patch)) + partBytes;
    if (this.#bytes + bytes > limits.bodyBytes) await this.send();
    this.#ids.push(id);
    this.#bytes += bytes;
    if (this.#ids.length >= this.#size()) await this.send();
  }

  async send(): Promise<void> {
    const ids = this.#ids;
    this.#ids = [];
    this.#bytes = 0;
    if (ids.length === 0) return;
    await requireMaySend(this.#round);
    const recorded = await recordWrites(this.#round, ids);
    if (recorded.length === 0 || (await carryOutBatch(this.#round, recorded))) return;
    this.#isRefused = true;
    for (const { item } of recorded) await pushAlone(this.#round, item.id);
  }

  /** How many writes fit into a batch now. The batch itself counts as a request, too. */
  #size(): number {
    const { remaining, resetAt } = this.#round.parts.client.rateLimit ?? {};
    const isCurrent = resetAt !== undefined && resetAt.getTime() > this.#round.parts.now();
    return Math.min(limits.batchRequests, isCurrent && remaining !== undefined ? remaining - 1 : Infinity);
  }
}

interface PlannedWrite extends Pick<SyncOp, 'kind' | 'patch'> {
  item: SyncItem;
}

async function dueWrites(reader: SyncReader, round: Round, after: string) {
  const items = await reader.dueItems(after, pageSize);
  await reader.load({ memories: items.map(({ id }) => id) });
  return Promise.all(items.map(async (item) => ({ item, write: await plan(reader, round, item) })));
}

async function planOne(round: Round, id: string): Promise<PlannedWrite | null> {
  return round.parts.store.read(async (reader) => {
    const item = await reader.item(id);
    const write = item === undefined || item.due === 0 ? null : await plan(reader, round, item);
    return write && { item: item!, ...write };
  });
}

async function plan(reader: SyncReader, round: Round, item: SyncItem) {
  if (item.op !== null) return null;
  const row = await reader.memory(item.id);
  return planPush(item, row ? fieldsOf(row) : null, rulesOf(round));
}

/** Finds out what became of a write without an answer, or sends it again. */
async function settleItem(round: Round, item: SyncItem, op: SyncOp): Promise<void> {
  // An outage must not count as an attempt: after too many attempts, the write waits for the user. This check comes
  // first, since the server's answer may show that it offers less now.
  if (op.token !== null || op.kind === 'delete') await requireAnswer(round);
  const isKeyed = canRepeat(op, rulesOf(round));
  const repeats = maySend(round);
  // A later reading or repetition will show whether the create arrived.
  if (op.kind === 'create' && isKeyed && !repeats) return;
  if (op.kind === 'create' || (op.kind === 'restore' && repeats)) {
    if (isKeyed) await sendAgain(round, { item, op });
    else if (op.kind === 'restore') await forget(round, item.id, op);
    else if (op.sentAt > round.parts.now()) await redate(round, item.id, op);
    // A change feed never shows that a create didn't arrive; only reading everything does.
    else if (op.sentAt + settleMs <= round.parts.now()) await startOver(round);
    return;
  }
  // A deleted memory can't be read, so only sending the same request again shows whether the deletion arrived.
  if (op.kind === 'delete' && isGuarded(round, item) && repeats) return sendAgain(round, { item, op });
  if ((await refresh(round, item, item.remote!)) === 'gone')
    await changeItem(round, item.id, op, (one) => ({ ...one, op: null, late: withLate(one.late, op) }));
}

async function sendAgain(round: Round, write: RecordedWrite): Promise<void> {
  await requireMaySend(round);
  await carryOut(round, write, { isRepeat: true });
}

/** Restarts the wait for a write, because the clock was set back. */
async function redate(round: Round, id: string, op: SyncOp): Promise<void> {
  await changeItem(round, id, op, (item) => ({ ...item, op: { ...op, sentAt: round.parts.now() } }));
}
