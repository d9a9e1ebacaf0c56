import type { Memory } from '../client/contract.ts';
import { canonicalJson } from '../lib/json.ts';
import { MalformedResponse } from '../client/errors.ts';
import type { BatchWrites } from '../client/sending/batch.ts';
import type { SyncItem, SyncOp, SyncWriter } from '../service/ports/sync.ts';
import { applyMemories, applyPulled, putIfChanged } from './apply.ts';
import { startOver } from './changes.ts';
import { readCollections } from './collections.ts';
import type { Failure } from './failures.ts';
import { fieldsOf, isRewritten } from './fields.ts';
import { hasKeys, isLimited, longestWith, inTransactions, rulesOf, type Round } from './parts.ts';
import { planPush, withDue } from './plan-push.ts';
import { planAnswer, planGone } from './plan.ts';
import { createBody, isMemory, remoteOf, updateBody } from './remote.ts';
import { isTokenRefused } from './rights.ts';
import { newItem, withLate } from './rules.ts';
import { failed, maxAttempts, requireReachable, send, sendRecorded } from './send.ts';
import { noteDenied, requireNames } from './sweep.ts';
import { hashOf } from './swept.ts';

/** A memory's next write, stored in the database before it is sent. */
export interface RecordedWrite {
  item: SyncItem;
  op: SyncOp;
}

/**
 * Records each memory's next write before any is sent. Leaves out memories that have nothing to send, that already have
 * a recorded write, or that are to be put into a collection that isn't on the server.
 */
export async function recordWrites(round: Round, ids: readonly string[]): Promise<RecordedWrite[]> {
  const recorded: (RecordedWrite | null)[] = [];
  for (const some of inTransactions(ids, 'sent'))
    recorded.push(
      ...(await round.parts.store.write(async (writer) => {
        await writer.load({ items: some, memories: some });
        const writes: (RecordedWrite | null)[] = [];
        for (const id of some) writes.push(await recordWrite(writer, round, id));
        return writes;
      })),
    );
  return recorded.filter((write) => write !== null);
}

async function recordWrite(writer: SyncWriter, round: Round, id: string): Promise<RecordedWrite | null> {
  const { newKey, now } = round.parts;
  const [item, row] = [await writer.item(id), await writer.memory(id)];
  if (item === undefined || item.op !== null) return null;
  const local = row ? fieldsOf(row) : null;
  const rules = rulesOf(round);
  const planned = planPush(item, local, rules);
  if (planned === null) return null;
  const { collection } = planned.patch;
  // The memory was moved since `push` ensured that its collection is on the server.
  if (typeof collection === 'string' && !round.names.isThere(collection)) return null;
  const mirror = item.mirror ?? item.base;
  const snapshot = local ?? { ...mirror!, deleted: true };
  const sent = item.aliasOf === null ? snapshot : { ...mirror!, ...planned.patch };
  const op: SyncOp = { ...planned, key: newKey(), token: rules.keyToken, local: sent, sentAt: now() };
  await writer.putItem({ ...item, op });
  return { item, op };
}

/** Reads a memory from the server and merges it, or notes that it may be gone. */
export async function refresh(round: Round, item: SyncItem, remote: string): Promise<'merged' | 'gone' | 'no answer'> {
  const { client, now } = round.parts;
  const result = await send(round, () => client.memories.read(remote).then(requireMemory));
  if ('answer' in result) {
    const memories = [{ ...result.answer, id: remote }];
    await requireNames(round, memories);
    await applyMemories(round, memories);
    return 'merged';
  }
  await requireReachable(round, result);
  if (result.kind === 'gone' && !item.base?.deleted && !isLimited(round)) await noteDenied(round, item.id, now());
  return result.kind === 'gone' ? 'gone' : 'no answer';
}

/** Forgets a recorded write: the next plan starts from what the server last returned. */
export async function forget(round: Round, id: string, op: SyncOp): Promise<void> {
  await changeItem(round, id, op, (item) => ({ ...item, op: null }));
}

/** Sends a recorded write. `isRepeat`: it was sent before, and that attempt may have been carried out. */
export async function carryOut(round: Round, { item, op }: RecordedWrite, { isRepeat = false } = {}): Promise<void> {
  const result = await sendRecorded(round, () => request(round.parts.client, round, { item, op }), op.kind);
  if ('answer' in result) await acknowledge(round, [{ item, op, answer: result.answer ?? null }]);
  else await handleFailure(round, item, op, { failure: result, isRepeat });
}

/** @throws MalformedResponse if the answer isn't a memory. A write may have been carried out anyway. */
function requireMemory(answer: Memory): Memory {
  if (isMemory(answer)) return answer;
  throw new MalformedResponse('The server returned something that isn’t a memory.');
}

/**
 * Whether edits and deletions of this memory are sent with `If-Match`, so that they can't overwrite an edit that this
 * device hasn't seen.
 */
export const isGuarded = (round: Round, item: SyncItem): item is SyncItem & { version: number } =>
  rulesOf(round).etag && item.version !== null;

function request({ memories }: BatchWrites, round: Round, { item, op }: RecordedWrite): Promise<Memory | void> {
  const { remote } = item;
  const key = hasKeys(round) ? { idempotencyKey: op.key } : {};
  const match = isGuarded(round, item) ? { ifVersion: item.version } : {};
  // The id in the answer isn't trusted: the request named the memory.
  const changed = (answer: Memory) => ({ ...requireMemory(answer), id: remote! });
  if (op.kind === 'create') return memories.create(createBody(round, op.patch), key).then(requireMemory);
  if (op.kind === 'patch') return memories.update(remote!, updateBody(round, op.patch), match).then(changed);
  if (op.kind === 'restore') return memories.restore(remote!, key).then(changed);
  return memories.delete(remote!, match);
}

/**
 * Sends writes in one request. Returns false if the server refused the whole request, but may accept the writes one by
 * one. If the request gets no answer, later rounds settle the writes one by one: a write that makes the server fail
 * must not block the others.
 */
export async function carryOutBatch(round: Round, recorded: readonly RecordedWrite[]): Promise<boolean> {
  const result = await sendRecorded(round, () =>
    round.parts.client.batch((writes) => recorded.map((write) => request(writes, round, write))),
  );
  if (!('answer' in result)) {
    for (const { item, op } of recorded)
      await (result.kind === 'in doubt' ? keepInDoubt(round, item.id, op) : forget(round, item.id, op));
    await requireReachable(round, result);
    return result.kind === 'in doubt' || result.kind === 'quota';
  }
  const settled = recorded.map((write, index) => ({ ...write, result: result.answer[index]! }));
  const done = settled.flatMap(({ item, op, result: outcome }) =>
    outcome.status === 'fulfilled' ? [{ item, op, answer: outcome.value ?? null }] : [],
  );
  await acknowledge(round, done);
  const stops: Error[] = [];
  for (const { item, op, result: outcome } of settled) {
    if (outcome.status === 'fulfilled') continue;
    const failure = await failed(round, outcome.reason, op.kind);
    // The server responded, so it counts as reachable, even if this write failed.
    round.failures = 0;
    // Every failed write is handled before one of them ends the round.
    await handleFailure(round, item, op, { failure, isRepeat: false }).catch(
      (thrown: Error) => void stops.push(thrown),
    );
  }
  if (stops[0] !== undefined) throw stops[0];
  return true;
}

interface Acknowledged extends RecordedWrite {
  /** Null for a deletion. */
  answer: Memory | null;
}

async function acknowledge(round: Round, all: readonly Acknowledged[]): Promise<void> {
  if (all.length === 0) return;
  const longest = longestWith(
    round.link,
    all.flatMap(({ answer }) => answer ?? []),
  );
  const rewrites = all.some(
    ({ op, answer }) => op.kind === 'create' && answer && isRewritten(op.patch.content!, answer.content, longest),
  );
  for (const some of inTransactions(all, 'sent'))
    round.link = await round.parts.store.write(async (writer) => {
      const ids = some.map(({ item }) => item.id);
      await writer.load({ items: ids, memories: ids, remotes: some.flatMap(({ answer }) => answer?.id ?? []) });
      let link = { ...round.link, mayWrite: true, longest, ...(rewrites && { rewrites }) };
      for (const write of some) if (await acknowledgeOne(writer, round, write)) link = { ...link, since: null };
      if (canonicalJson(link) !== canonicalJson(round.link)) await writer.putLink(link);
      return link;
    });
}

/**
 * Merges the answer to a write. Returns true if the server may have a newer version of the memory. After a repeated
 * create, the server repeats its first answer, even if another device has edited the memory since.
 */
async function acknowledgeOne(
  writer: SyncWriter,
  round: Round,
  { item: { id }, op, answer }: Acknowledged,
): Promise<boolean> {
  const [item, row] = [await writer.item(id), await writer.memory(id)];
  if (item === undefined || item.op?.key !== op.key) return false;
  const isOld = answer !== null && op.kind === 'create' && (await removeSecondItem(writer, round, answer.id, id));
  const remote = answer && remoteOf(round, answer, item.base === null ? undefined : item);
  if (remote !== null) round.swept?.seen.set(remote.id, hashOf(remote.fields, rulesOf(round)));
  else if (item.remote !== null) round.swept?.seen.delete(item.remote);
  const pulled = planAnswer({ ...item, attempts: 0 }, row ? fieldsOf(row) : null, remote, rulesOf(round));
  await applyPulled(writer, round, { item, row, pulled });
  return isOld;
}

/**
 * If another device edits a memory before this device gets the answer to its create, this device takes the edited
 * memory for a new one and makes a second item for it. Treats that item as gone from the server. Returns whether there
 * was one.
 */
async function removeSecondItem(writer: SyncWriter, round: Round, remote: string, id: string): Promise<boolean> {
  const other = await writer.itemOfRemote(remote);
  if (other === undefined || other.id === id) return false;
  const row = await writer.memory(other.id);
  const pulled = planGone(other, row ? fieldsOf(row) : null, rulesOf(round));
  await applyPulled(writer, round, { item: other, row, pulled });
  return true;
}

async function handleFailure(
  round: Round,
  item: SyncItem,
  op: SyncOp,
  { failure, isRepeat }: { failure: Failure; isRepeat: boolean },
): Promise<void> {
  const { kind } = failure;
  // The body has changed since the create was sent, for instance because its collection is gone. Now only reading from
  // the server shows whether the create arrived.
  if (kind === 'in doubt' && failure.isConflict && op.kind === 'create' && isRepeat)
    return changeItem(round, item.id, op, (one) => ({ ...one, op: { ...op, token: null } }));
  // If a repeated create gets a 404, the first one may have arrived, and the memory may have been deleted for good
  // since.
  if (kind === 'in doubt' || (kind === 'gone' && op.kind === 'create' && isRepeat))
    await keepInDoubt(round, item.id, op);
  else if (kind === 'gone' && op.kind === 'delete') await acknowledge(round, [{ item, op, answer: null }]);
  else if (kind === 'gone' && op.kind !== 'create') await handleGone(round, item, op);
  else if (kind === 'refused' && (await isTokenRefused(round, op, failure))) {
    // A refused repetition doesn't mean that the first attempt failed.
    if (!isRepeat) await forget(round, item.id, op);
  } else if (kind === 'refused') {
    const { code, message } = failure;
    const refusal = { code, message, patch: op.patch };
    await changeItem(round, item.id, op, (one) => ({
      ...one,
      op: null,
      refusal,
      late: isRepeat ? withLate(one.late, op) : one.late,
    }));
  } else if (!isRepeat || kind === 'stale') await forget(round, item.id, op);
  await requireReachable(round, failure);
  // Perhaps the collection is missing, not the memory.
  if (kind === 'gone' && typeof op.patch.collection === 'string') {
    await readCollections(round);
    // Sending the same request again would get the same answer.
    if (op.kind === 'create' && isRepeat && !round.names.isThere(op.patch.collection))
      await changeItem(round, item.id, op, (one) => ({ ...one, op: null, late: withLate(one.late, op) }));
  }
  if (kind === 'stale' && item.remote !== null) await refresh(round, item, item.remote);
}

/** Keeps, for the next round, a write that may or may not have arrived. Gives it up after too many attempts. */
async function keepInDoubt(round: Round, id: string, op: SyncOp): Promise<void> {
  await changeItem(round, id, op, (item) => {
    const attempts = item.attempts + 1;
    if (attempts < maxAttempts) return { ...item, attempts };
    const message = 'The server failed again and again.';
    const refusal = { code: 'gave_up', message, patch: op.patch };
    return { ...item, attempts: 0, op: null, refusal, late: withLate(item.late, op) };
  });
}

/** Handles a 404 to a patch or a restore. */
async function handleGone(round: Round, item: SyncItem, op: SyncOp): Promise<void> {
  if (op.kind === 'restore') {
    // Another device may have restored the memory. If not, it was deleted for good on the server, and the memory here
    // is created there again.
    if ((await refresh(round, item, item.remote!)) !== 'gone') return;
    const unbound = { ...newItem(item.id), copyOf: item.copyOf };
    return changeItem(round, item.id, op, () => unbound);
  }
  if (round.link.isLimited) {
    const refusal = {
      code: 'not_found',
      message: 'This token can no longer see the memory on the server.',
      patch: op.patch,
    };
    return changeItem(round, item.id, op, (one) => ({ ...one, op: null, refusal }));
  }
  await forget(round, item.id, op);
  if (!rulesOf(round).delete) return noteDenied(round, item.id, round.parts.now());
  // The feed should have reported that the memory is gone. So our position in the feed is wrong, for instance because
  // the server was restored from a backup.
  await startOver(round);
}

/** Changes an item, provided that `op` is still its recorded write. */
export async function changeItem(
  round: Round,
  id: string,
  op: SyncOp,
  to: (item: SyncItem) => SyncItem,
): Promise<void> {
  await round.parts.store.write(async (writer) => {
    const [item, row] = [await writer.item(id), await writer.memory(id)];
    if (item?.op?.key !== op.key) return;
    await putIfChanged(writer, item, withDue(to(item), row ? fieldsOf(row) : null, rulesOf(round)));
  });
}
