import type { Memory } from '../client/contract.ts';
import type { SyncItem, SyncOp, SyncWriter } from '../service/ports/sync.ts';
import { applyMemories, applyPulled, keepItem } from './apply.ts';
import { ensureCollection, readCollections } from './collections.ts';
import { fieldsOf } from './fields.ts';
import type { Failure } from './failures.ts';
import { hasKeys, rulesOf, type Round } from './parts.ts';
import { planAnswer, planGone } from './plan.ts';
import { planPush, withDue } from './plan-push.ts';
import { canRepeat, newItem, withLate } from './rules.ts';
import { createBody, remoteOf, updateBody } from './remote.ts';
import { mayWrite, requireReachable, send } from './send.ts';
import { startOver } from './changes.ts';
import { noteDenied, requireNames } from './sweep.ts';

const pageSize = 50;
/** A write that failed so often waits for the user. */
const maxAttempts = 8;

/** Sends what waits, each memory once. */
export async function push(round: Round): Promise<void> {
  for (let after = ''; ;) {
    const items = await round.parts.store.read((reader) => reader.dueItems(after, pageSize));
    for (const { id } of items) await pushItem(round, id);
    const last = items.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** Settles the writes that an earlier round left without an answer. */
export async function recover(round: Round): Promise<void> {
  for (let after = ''; ;) {
    const items = await round.parts.store.read((reader) => reader.dueItems(after, pageSize));
    for (const item of items) if (item.op !== null) await settleItem(round, item, item.op);
    const last = items.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function pushItem(round: Round, id: string): Promise<void> {
  if (!(await mayWrite(round))) return;
  const planned = await plan(round, id);
  if (planned === null) return;
  const { item, patch } = planned;
  if (item.remote === null && !round.link.swept) return;
  if (typeof patch.collection === 'string' && !(await ensureCollection(round, patch.collection))) return;
  // Without `If-Match`, the present version is read just before it is changed.
  if (item.remote !== null && item.aliasOf === null && !rulesOf(round).etag && !round.fresh.has(item.remote))
    if ((await refresh(round, item, item.remote)) !== 'merged') return;
  const op = await intend(round, id);
  if (op !== null) await carryOut(round, op.item, op.op);
}

async function plan(round: Round, id: string) {
  return round.parts.store.read(async (reader) => {
    const [item, row] = [await reader.item(id), await reader.memory(id)];
    if (item === undefined || item.op !== null || item.due === 0) return null;
    const planned = planPush(item, row ? fieldsOf(row) : null, rulesOf(round));
    return planned && { item, ...planned };
  });
}

/** Records a write before it is sent. */
async function intend(round: Round, id: string): Promise<{ item: SyncItem; op: SyncOp } | null> {
  const { store, newKey, token, now } = round.parts;
  return store.write(async (writer) => {
    const [item, row] = [await writer.item(id), await writer.memory(id)];
    if (item === undefined || item.op !== null) return null;
    const local = row ? fieldsOf(row) : null;
    const planned = planPush(item, local, rulesOf(round));
    if (planned === null) return null;
    const stands = item.mirror ?? item.base;
    const snapshot = local ?? { ...stands!, deleted: true };
    const sent = item.aliasOf === null ? snapshot : { ...stands!, ...planned.patch };
    const op: SyncOp = { ...planned, key: newKey(), token, local: sent, sentAt: now() };
    await writer.putItem({ ...item, op });
    return { item, op };
  });
}

/** Reads a memory as it is there now, and merges it. */
async function refresh(round: Round, item: SyncItem, remote: string): Promise<'merged' | 'gone' | 'no answer'> {
  const { client, now } = round.parts;
  const result = await send(round, () => client.memories.read(remote));
  if ('answer' in result) {
    const memories = [{ ...result.answer, id: remote }];
    await requireNames(round, memories);
    await applyMemories(round, memories);
    return 'merged';
  }
  requireReachable(round, result);
  if (result.kind === 'gone' && !item.base?.deleted && !round.isLimited) await noteDenied(round, item.id, now());
  return result.kind === 'gone' ? 'gone' : 'no answer';
}

async function settleItem(round: Round, item: SyncItem, op: SyncOp): Promise<void> {
  const isKeyed = canRepeat(op, rulesOf(round));
  if (op.kind === 'create' || op.kind === 'restore') {
    if (isKeyed) await carryOut(round, item, op, true);
    else if (op.kind === 'restore') await forget(round, item.id, op);
    else if (op.sentAt > round.parts.now()) await redate(round, item.id, op);
    return;
  }
  // A deletion hides the memory: the same request again tells as much.
  if (op.kind === 'delete') return carryOut(round, item, op, true);
  if ((await refresh(round, item, item.remote!)) === 'gone')
    await change(round, item.id, op, (one) => ({ ...one, op: null, late: withLate(one.late, op) }));
}

/** The clock was set back: the time to wait begins now. */
async function redate(round: Round, id: string, op: SyncOp): Promise<void> {
  await change(round, id, op, (item) => ({ ...item, op: { ...op, sentAt: round.parts.now() } }));
}

/** The next plan starts from what the server last returned. */
async function forget(round: Round, id: string, op: SyncOp): Promise<void> {
  await change(round, id, op, (item) => ({ ...item, op: null }));
}

/** `isRepeat`: an earlier attempt may still have its effect. */
async function carryOut(round: Round, item: SyncItem, op: SyncOp, isRepeat = false): Promise<void> {
  const result = await send(round, () => request(round, item, op));
  if ('answer' in result) await acknowledge(round, item.id, op, result.answer ?? null);
  else await judge(round, item, op, { failure: result, isRepeat });
}

function request(round: Round, { remote, version, aliasOf }: SyncItem, op: SyncOp): Promise<Memory | void> {
  const { memories } = round.parts.client;
  const key = hasKeys(round) ? { idempotencyKey: op.key } : {};
  const match = rulesOf(round).etag && version !== null ? { ifVersion: version } : {};
  if (op.kind === 'create') return memories.create(createBody(round, op.patch), key);
  if (op.kind === 'patch') return memories.update(remote!, updateBody(round, op.patch), match);
  if (op.kind === 'restore') return memories.restore(remote!, key);
  return memories.delete(remote!, aliasOf === null ? match : {});
}

async function acknowledge(round: Round, id: string, op: SyncOp, answer: Memory | null): Promise<void> {
  await round.parts.store.write(async (writer) => {
    const [item, row] = [await writer.item(id), await writer.memory(id)];
    if (item === undefined || item.op?.key !== op.key) return;
    if (answer !== null && op.kind === 'create') await retire(writer, round, answer.id, id);
    const remote = answer && remoteOf(round, answer, item.base === null ? undefined : item);
    const pulled = planAnswer({ ...item, attempts: 0 }, row ? fieldsOf(row) : null, remote, rulesOf(round));
    await applyPulled(writer, round, { item, row, pulled });
  });
}

/** A memory that was created here, and edited by another device before the answer came, was taken for theirs. */
async function retire(writer: SyncWriter, round: Round, remote: string, id: string): Promise<void> {
  const other = await writer.itemOfRemote(remote);
  if (other === undefined || other.id === id) return;
  const row = await writer.memory(other.id);
  const pulled = planGone(other, row ? fieldsOf(row) : null, rulesOf(round));
  await applyPulled(writer, round, { item: other, row, pulled });
}

async function judge(
  round: Round,
  item: SyncItem,
  op: SyncOp,
  { failure, isRepeat }: { failure: Failure; isRepeat: boolean },
): Promise<void> {
  const { kind } = failure;
  if (kind === 'doubt') await noteDoubt(round, item.id, op);
  else if (kind === 'gone' && op.kind === 'delete') await acknowledge(round, item.id, op, null);
  else if (kind === 'gone' && op.kind !== 'create') await noteGone(round, item, op);
  else if (kind === 'refused') {
    const { code, message } = failure;
    await change(round, item.id, op, (one) => ({ ...one, op: null, refusal: { code, message, patch: op.patch } }));
  } else if (!isRepeat || kind === 'stale') await forget(round, item.id, op);
  requireReachable(round, failure);
  // What is missing may be the collection.
  if (kind === 'gone' && typeof op.patch.collection === 'string') await readCollections(round);
  if (kind === 'stale') await refresh(round, item, item.remote!);
}

async function noteDoubt(round: Round, id: string, op: SyncOp): Promise<void> {
  await change(round, id, op, (item) => {
    const attempts = item.attempts + 1;
    if (attempts < maxAttempts) return { ...item, attempts };
    const message = 'The server failed again and again.';
    const refusal = { code: 'gave_up', message, patch: op.patch };
    return { ...item, attempts: 0, op: null, refusal, late: withLate(item.late, op) };
  });
}

async function noteGone(round: Round, item: SyncItem, op: SyncOp): Promise<void> {
  if (op.kind === 'restore') {
    // Another device may have restored it. If not, it was deleted for good, and what is here is created again.
    if ((await refresh(round, item, item.remote!)) !== 'gone') return;
    const unbound = { ...newItem(item.id), copyOf: item.copyOf };
    return change(round, item.id, op, () => unbound);
  }
  await forget(round, item.id, op);
  if (!rulesOf(round).delete) return noteDenied(round, item.id, round.parts.now());
  // The feed would have told: it has lost its place, as after the server went back to a backup.
  await startOver(round);
}

/** Changes an item whose write is still the same. */
async function change(round: Round, id: string, op: SyncOp, to: (item: SyncItem) => SyncItem): Promise<void> {
  await round.parts.store.write(async (writer) => {
    const [item, row] = [await writer.item(id), await writer.memory(id)];
    if (item?.op?.key !== op.key) return;
    await keepItem(writer, item, withDue(to(item), row ? fieldsOf(row) : null, rulesOf(round)));
  });
}
