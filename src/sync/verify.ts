import { combine, emptyFingerprint, fingerprintOf, fingerprintText } from '../v1/fingerprint.ts';
import type { MemoryRow } from '../service/ports/rows.ts';
import type { SyncItem } from '../service/ports/sync.ts';
import { startOver } from './changes.ts';
import { fieldsOf, pick, sameFields, wholeFields, type FieldName } from './fields.ts';
import { readItems } from './pages.ts';
import { isLimited, rulesOf, type Round } from './parts.ts';
import { isInScope, storedFields } from './plan-push.ts';
import { requireReachable, send } from './send.ts';
import { sweep } from './sweep.ts';
import { hashOf, isNeeded, type Swept } from './swept.ts';

const perRead = 500;

/** What a comparison of both sides found. */
export interface Verification {
  /** When the comparison began, in Unix milliseconds. Later changes on the server may not be included. */
  at: number;
  same: boolean;
  /** How many memories both sides have, not counting those that one side can't store. */
  count: number;
  different: number;
  /** The last local change that the comparison includes. */
  seq: number;
}

/**
 * Compares all memories with the server: by one fingerprint if possible, otherwise with a sweep (a reading of the whole
 * server). Without `isAsked`, sends no requests: compares at most with a sweep that this round has made. Null: nothing
 * was compared, or the result wouldn't be certain.
 */
export async function verify(round: Round, isAsked: boolean): Promise<Verification | null> {
  const { client } = round.parts;
  if (isLimited(round) || round.link.mode === 'push') return null;
  if (client.extensions?.has('digest') && round.link.collections === null) {
    const compared = isAsked ? await compareDigests(round) : null;
    if (compared !== 'unfit') return compared;
  }
  if (round.swept === null && isAsked && client.extensions?.has('changes')) {
    // The position in the feed is dropped first, so that the next round continues the sweep if this round ends midway.
    await startOver(round);
    await sweep(round, 'changes');
  }
  return round.swept && compareWith(round, round.swept);
}

/**
 * Compares fingerprints. Null: the server returned no fingerprint, a write is in doubt, or memories changed here
 * meanwhile. `unfit`: a memory of the server can't be stored here.
 */
async function compareDigests(round: Round): Promise<Verification | 'unfit' | null> {
  const { client, now } = round.parts;
  const at = now();
  const result = await send(round, () => client.memories.digest({ parts: 1 }));
  if (!('answer' in result)) {
    await requireReachable(round, result);
    return null;
  }
  const here = await summarise(round);
  if (here === null || here === 'unfit') return here;
  const different = here.different.length;
  const { count, fingerprint } = result.answer;
  const isSame = here.countThere === count && here.fingerprint === fingerprint;
  if (!isSame) await startOver(round);
  if (await isChanged(round, here.different)) return null;
  return { at, same: isSame && different === 0, count: here.count, different, seq: here.seq };
}

/**
 * The fingerprint of what the server last returned, how many memories it covers (`countThere`), how many of them both
 * sides can store (`count`), and the ids of those whose local version differs (`different`). Null: a write is in doubt.
 * `unfit`: a memory of the server can't be stored here.
 */
async function summarise(round: Round) {
  const { names } = round;
  const seq = await round.parts.store.read((reader) => reader.lastSeq());
  const sum = emptyFingerprint();
  const different: string[] = [];
  let [countThere, count] = [0, 0];
  for await (const { item, row } of knownMemories(round)) {
    if (item.op !== null) return null;
    if (item.unfit !== null && item.base === null) return 'unfit';
    if (item.remote === null || item.base === null || item.base.deleted) continue;
    const { content, tags, collection, url, title, capture } = item.base;
    const there = collection === null ? null : (names.toRemote(collection) ?? null);
    combine(sum, fingerprintOf({ id: item.remote, content, tags, collection: there, url, title, capture }));
    countThere++;
    if (!isComparable(item)) continue;
    count++;
    if (isDifferent(item, row)) different.push(item.id);
  }
  return { countThere, count, different, fingerprint: fingerprintText(sum), seq };
}

/**
 * Whether the memory here differs from what the server last returned. False if it waits to be sent, was refused or is a
 * hidden duplicate. `untaken`: fields that the server can't take.
 */
function isDifferent(item: SyncItem, row: MemoryRow | undefined, untaken: readonly FieldName[] = []): boolean {
  if (item.due === 1 || item.refusal !== null || item.aliasOf !== null) return false;
  const mirror = item.mirror ?? item.base!;
  // A deletion that stays on this device doesn't count as a difference, even if more has changed.
  if (mirror.deleted && row?.deletedAt != null) return false;
  if (row === undefined) return !mirror.deleted;
  return !sameFields({ ...fieldsOf(row), ...pick(mirror, untaken) }, mirror);
}

/**
 * Compares the memories here with what was read from the server. Null: something waits to be sent, or may have changed
 * while the server was read.
 */
async function compareWith(round: Round, { startedAt, isSure, seen }: Swept): Promise<Verification | null> {
  const rules = rulesOf(round);
  const accepted = { ...storedFields(rules), collection: rules.moves };
  const untaken = wholeFields.filter((name) => !accepted[name]);
  const known = new Set<string>();
  const differentHere: string[] = [];
  let [count, differentThere] = [0, 0];
  const seq = await round.parts.store.read((reader) => reader.lastSeq());
  for await (const { item, row } of knownMemories(round)) {
    const { remote, base } = item;
    if (item.op !== null || item.due === 1) return null;
    if (remote !== null) known.add(remote);
    const sides = [base, row === undefined ? null : fieldsOf(row)];
    if (remote === null || base === null || !sides.some((side) => side !== null && isInScope(side, rules))) continue;
    const hash = seen.get(remote);
    if (hash === undefined ? !base.deleted : hash !== hashOf(base, rules)) differentThere++;
    if (base.deleted || !isComparable(item)) continue;
    count++;
    if (isDifferent(item, row, untaken)) differentHere.push(item.id);
  }
  for (const [id, hash] of seen) if (isNeeded(hash) && !known.has(id)) differentThere++;
  if (differentThere > 0 && !isSure) return null;
  if (await isChanged(round, differentHere)) return null;
  const different = differentHere.length + differentThere;
  return { at: startedAt, same: different === 0, count, different, seq };
}

const knownMemories = ({ parts: { store } }: Round) =>
  readItems(store, async (items, reader) => {
    await reader.load({ memories: items.map(({ id }) => id) });
    return Promise.all(items.map(async (item) => ({ item, row: await reader.memory(item.id) })));
  });

/** Whether both sides can store a memory. A duplicate counts as stored here, although only its `base` is. */
const isComparable = ({ refusal, unfit, aliasOf }: SyncItem) =>
  aliasOf !== null || (refusal === null && unfit === null);

/** Whether one of these memories was changed here, or a memory was saved, after this round noted the local changes. */
async function isChanged({ parts, link }: Round, ids: readonly string[]): Promise<boolean> {
  const wanted = new Set(ids);
  for (let after = link.seq; ;) {
    const [changes, items] = await parts.store.read(async (reader) => {
      const page = await reader.changes(after, perRead);
      const changed = page.map(({ row }) => row.id);
      await reader.load({ items: changed });
      return [page, await Promise.all(changed.map((id) => reader.item(id)))] as const;
    });
    const isNew = (index: number) => changes[index]!.kind === 'memory' && items[index] === undefined;
    if (changes.some(({ row }, index) => wanted.has(row.id) || isNew(index))) return true;
    if (changes.length < perRead) return false;
    after = changes.at(-1)!.row.seq;
  }
}
