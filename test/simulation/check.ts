import type { MemoryRow } from '../../src/service/ports/rows.ts';
import type { SyncLink } from '../../src/service/ports/sync.ts';
import { conflictTag } from '../../src/lib/sync.ts';
import { nameKey } from '../../src/v1/keys.ts';
import { limits } from '../../src/v1/limits.ts';
import { fieldsOf, pick, sameFields, sameTags, sameText } from '../../src/sync/fields.ts';
import { fitHere } from '../../src/sync/fit.ts';
import { isInScope } from '../../src/sync/plan-push.ts';
import { clockJumps, cutsTexts, doubles, wasRestored } from './check-doubles.ts';
import { waiting, wronglyRefused } from './check-waiting.ts';
import type { Device } from './device.ts';
import { isRefused } from './elsewhere.ts';
import type { ModelServer } from './model-server.ts';
import { marksIn, type Oracle } from './oracle.ts';
import { isPlain } from './families.ts';
import type { ActionKind, Schedule } from './schedule.ts';

/**
 * Actions that take a profile or the server back to an earlier state. After them, a device can conflict with its own
 * writes.
 */
export const rollbacks = new Set<ActionKind>(['restore profile', 'server restore']);

const isLive = ({ deletedAt }: MemoryRow) => deletedAt === null;

/** The text of a memory in another account. */
export const otherText = 'of another account';

/**
 * Checks what must hold once the faults are over and every device has synced: P1, P2, P3, P5, P7 and P10 to P12
 * (docs/sync.md). Returns the violations.
 */
export function violationsAtRest(
  schedule: Schedule,
  devices: readonly Device[],
  server: ModelServer,
  oracle: Oracle,
): string[] {
  const isRolledBack = schedule.actions.some(({ kind }) => rollbacks.has(kind));
  // All devices except the one that only sends.
  const receiving = devices.filter(({ number }) => !(schedule.hasPushOnly && number === 0));
  return [
    ...lostWrites(devices, oracle),
    ...lostLabels(devices, oracle, { mayBeInHistory: isPlain(schedule) || isRolledBack }),
    ...(!isPlain(schedule) && !isRolledBack ? unseenWrites(receiving, devices, { schedule, oracle }) : []),
    ...devices.flatMap((device) =>
      doubles(
        shownOn(device).filter((row) => !isUnfit(device, row)),
        `on device ${device.number}`,
        { schedule, oracle },
      ),
    ),
    ...receiving.flatMap((device) => differences(schedule, device, server)),
    ...(isPlain(schedule) ? [] : receiving.flatMap((device) => nameDifferences(device, server))),
    ...devices.flatMap((device) => [...waiting(device), ...wronglyRefused(device, schedule)]),
    ...devices.flatMap((device) => foreignMemories(device)),
    ...receiving.flatMap((device) => deletedByNobody(device, oracle, schedule)),
    ...(!isPlain(schedule) ? doubles(server.liveMemories(), 'on the server', { schedule, oracle }) : []),
    ...(isRolledBack || clockJumps(schedule) ? [] : tooManyCopies(devices, oracle, schedule)),
  ];
}

/** On a device that only sends, sync must change no memory. `expected`: the memories after the user's last change. */
export function pushOnlyChanges({ number, disk }: Device, expected: ReadonlyMap<string, MemoryRow>): string[] {
  const ids = new Set([...expected.keys(), ...disk.memories.keys()]);
  return [...ids].flatMap((id) =>
    disk.memories.get(id) === expected.get(id) ? [] : [`device ${number} only sends, but ${id} has changed`],
  );
}

/** P1: the device where a text in `oracle.kept` was written still has it: visible, in the trash, or in the history. */
function lostWrites(devices: readonly Device[], oracle: Oracle): string[] {
  const found = devices.map(
    ({ disk }) =>
      new Set([
        ...[...disk.memories.values()].flatMap(({ content }) => marksIn(content)),
        ...[...disk.versions.values()].flatMap(({ fields }) => marksIn(fields.content)),
      ]),
  );
  return oracle.kept.flatMap(({ mark, device }) =>
    found[device]?.has(mark) === false ? [`P1: ${mark} is lost on device ${device}`] : [],
  );
}

/**
 * P1 with extensions: every device shows every text that no user replaced or deleted for good. Exceptions:
 * - texts in the trash, and earlier versions that were in the trash or were conflict copies
 * - texts that can't be sent
 * - texts of another client that someone deleted
 * - devices whose user has ever limited sync to some collections, and texts written on them
 */
function unseenWrites(
  receiving: readonly Device[],
  devices: readonly Device[],
  { schedule, oracle }: { schedule: Schedule; oracle: Oracle },
): string[] {
  const unsent = new Set(devices.flatMap((device) => unsentTexts(device, schedule)).flatMap(marksIn));
  const trashed = new Set(
    devices.flatMap(({ disk }) => [
      ...[...disk.memories.values()].filter((row) => !isLive(row)).flatMap(({ content }) => marksIn(content)),
      ...[...disk.versions.values()]
        .filter(({ fields }) => fields.tags.includes(conflictTag) || fields.deleted)
        .flatMap(({ fields }) => marksIn(fields.content)),
    ]),
  );
  const chose = (device: number) => devices[device]?.hasChosen === true;
  return receiving
    .filter(({ number }) => !chose(number))
    .flatMap((device) => {
      const shown = new Set(shownOn(device).flatMap(({ content }) => marksIn(content)));
      return oracle.standing.flatMap(({ mark, device: author, isDeleted }) =>
        shown.has(mark) ||
        trashed.has(mark) ||
        unsent.has(mark) ||
        chose(author) ||
        (devices[author] === undefined && isDeleted)
          ? []
          : [`P1: ${mark} isn't shown on device ${device.number}`],
      );
    });
}

/**
 * Texts that stay on this device, because the server refuses them, or because the server's text of the same memory
 * can't be stored here.
 */
const unsentTexts = (device: Device, { refusals }: Schedule): string[] =>
  [...device.disk.memories.values()]
    .filter((row) => isRefused(row.content, refusals) || isUnfit(device, row))
    .map(({ content }) => content);

/**
 * P1 for tags and titles: a label that a user added stays until a user removes it. A title counts if any device has it,
 * even in an earlier version; a tag, if its own device has it (with `mayBeInHistory`, even in an earlier version).
 */
function lostLabels(
  devices: readonly Device[],
  oracle: Oracle,
  { mayBeInHistory }: { mayBeInHistory: boolean },
): string[] {
  const kept = devices.map(
    ({ disk }) =>
      new Set([
        ...[...disk.memories.values()].flatMap(({ tags }) => tags),
        ...(mayBeInHistory ? [...disk.versions.values()].flatMap(({ fields }) => fields.tags) : []),
      ]),
  );
  const titles = new Set(
    devices.flatMap(({ disk }) => [
      ...[...disk.memories.values()].map(({ title }) => title),
      ...[...disk.versions.values()].map(({ fields }) => fields.title),
    ]),
  );
  return oracle.standingLabels.flatMap(([label, device]) =>
    kept[device]!.has(label) || titles.has(label) ? [] : [`P1: ${label} is lost on device ${device}`],
  );
}

/** Whether the server's text of this memory can't be stored here. */
const isUnfit = ({ disk }: Device, { id }: MemoryRow) => disk.items.get(id)?.unfit != null;

const shownOn = ({ disk }: Device) => [...disk.memories.values()].filter(isLive);

/** P3, P12: the device and the server have the same memories. P2: the device shows no duplicate that it has found. */
export function differences(schedule: Schedule, device: Device, server: ModelServer): string[] {
  const { number, disk } = device;
  const { server: kind, choices } = schedule;
  const problems: string[] = [];
  const link = disk.state.get('link') as SyncLink;
  const there = new Map(server.liveMemories().map((memory) => [memory.id, memory]));
  const known = new Set<string>();
  // Some servers don't say which collection a memory is in.
  const saysCollection = kind === 'extended' || choices.collectionField !== 'missing';
  const isChosen = (name: string | null) =>
    link.collections === null ||
    (saysCollection &&
      name !== null &&
      [...disk.syncCollections.values()].some(
        (pair) => !pair.gone && nameKey(pair.name) === nameKey(name) && link.collections!.includes(pair.id),
      ));
  for (const item of disk.items.values()) {
    if (item.remote === null || item.unfit !== null) {
      if (item.remote !== null) known.add(item.remote);
      continue;
    }
    known.add(item.remote);
    const memory = there.get(item.remote);
    if (memory === undefined) {
      if (!item.base!.deleted) problems.push(`P3: device ${number} has ${item.id}, which the server lost`);
      continue;
    }
    if (!sameText(memory.content, item.base!.content) || !sameTags(memory.tags, item.base!.tags))
      problems.push(
        `P3, P12: device ${number} knows ${item.remote} as "${item.base!.content}", the server has "${memory.content}"`,
      );
    const row = disk.memories.get(item.id);
    const isHere = row !== undefined && isInScope(fieldsOf(row), link);
    if (item.refusal !== null || (!isHere && !isInScope(item.base!, link))) continue;
    if (item.aliasOf !== null) {
      if (row && isLive(row)) problems.push(`P2: device ${number} shows the duplicate ${item.id}`);
      continue;
    }
    // The local fields that correspond to what the server has.
    const expected = item.mirror ?? item.base!;
    const unsent = isPlain(schedule) ? pick(item.base!, unsentToPlain) : {};
    if (row?.deletedAt != null && expected.deleted) continue;
    if (
      row === undefined ? !expected.deleted : !sameFields({ ...fieldsOf(row), ...unsent }, { ...expected, ...unsent })
    )
      problems.push(`P3: device ${number} has ${JSON.stringify(row && fieldsOf(row))} for ${JSON.stringify(item)}`);
    const isExact =
      (choices.rewrites === undefined || choices.rewrites === 'nothing' || kind === 'extended') && row && isLive(row);
    if (isExact && !sameText(row.content, memory.content.trimEnd()))
      problems.push(`P3: device ${number} has "${row.content}", the server "${memory.content}"`);
    // If the server has more tags than can be stored here, the tags may differ.
    const hasRoom = memory.tags.length <= limits.tags;
    if (isExact && hasRoom && !sameTags(row.tags, fitHere({ ...item.base!, tags: memory.tags }).tags))
      problems.push(`P3: device ${number} has the tags ${row.tags.join()}, the server ${memory.tags.join()}`);
    if (isExact && kind === 'extended' && disk.collections.get(row.collection ?? '')?.key !== keyOf(memory.collection))
      problems.push(
        `P3: device ${number} has "${row.content}" in ${row.collection}, the server in "${memory.collection}"`,
      );
  }
  for (const [id, memory] of there)
    if (!known.has(id) && isChosen(memory.collection))
      problems.push(`P3: device ${number} never got ${id} "${memory.content}"`);
  return problems;
}

const keyOf = (name: string | null | undefined) => (typeof name === 'string' ? nameKey(name) : undefined);

/** P3: a collection has the same name on both sides. */
const nameDifferences = ({ number, disk }: Device, server: ModelServer): string[] =>
  [...disk.syncCollections.values()].flatMap(({ remote, id }) => {
    const isChosen = (disk.state.get('link') as SyncLink).collections?.includes(id) ?? true;
    const [here, there] = [disk.collections.get(id)?.name, server.collectionNames?.get(remote)];
    return !isChosen || here === undefined || there === undefined || nameKey(here) === nameKey(there)
      ? []
      : [`P3: device ${number} calls a collection "${here}" that the server calls "${there}"`];
  });

/** Fields whose changes aren't sent to a plain server. */
const unsentToPlain = ['collection', 'url', 'title', 'capture'] as const;

/**
 * P10: the device has no memory of another account. ./network.ts checks that the device writes nothing to that account.
 */
const foreignMemories = ({ number, disk }: Device): string[] =>
  [...disk.memories.values()].some(({ content }) => content === otherText)
    ? [`P10: device ${number} has a memory of another account`]
    : [];

/**
 * P7: the trash has only texts that a user deleted or replaced, or that a visible memory has too. Conflict copies and
 * hidden duplicates don't count.
 */
function deletedByNobody({ number, disk }: Device, oracle: Oracle, schedule: Schedule): string[] {
  if (wasRestored(schedule)) return [];
  const isCopied = schedule.actions.some(({ kind }) => kind === 'copy profile');
  const live = [...disk.memories.values()].filter(isLive);
  const shown = new Set(live.flatMap(({ content }) => [content, ...marksIn(content)]));
  const isShown = (content: string) => {
    const marks = marksIn(content);
    return shown.has(content) || (marks.length > 0 && marks.every((mark) => shown.has(mark)));
  };
  return [...disk.memories.values()].flatMap((row) =>
    isLive(row) ||
    isShown(row.content) ||
    row.tags.includes(conflictTag) ||
    disk.items.get(row.id)?.aliasOf != null ||
    marksIn(row.content).some((mark) => oracle.mayBeDeleted(mark)) ||
    // Two copies of a profile may mistake each other's creates for late writes of their own: see "Known gaps" in
    // docs/sync.md.
    (isCopied && marksIn(row.content).some((mark) => oracle.memoriesWith(mark) > 1))
      ? []
      : [`P7: "${row.content}" is in the trash of device ${number}, though nobody deleted it`],
  );
}

/**
 * P5: a device makes no more conflict copies of a memory than its user made edits of that memory, and no more than
 * there were edits on all other devices.
 */
function tooManyCopies(devices: readonly Device[], oracle: Oracle, schedule: Schedule): string[] {
  // If the server cut a text, an edit of the shortened text elsewhere makes one conflict copy here, of the whole text.
  const copiesOfWhole = cutsTexts(schedule) ? 1 : 0;
  return devices.flatMap(({ number, disk }) => {
    const copies = new Map<string, number>();
    for (const { id, copyOf } of disk.items.values())
      if (copyOf && !oracle.ownDuplicates.has(id)) copies.set(copyOf, (copies.get(copyOf) ?? 0) + 1);
    return [...copies].flatMap(([id, count]) => {
      const [here, elsewhere] = oracle.edits(number, id);
      return count > Math.min(here + copiesOfWhole, elsewhere)
        ? [
            `P5: device ${number} made ${count} conflict copies of ${id} after ${here} edits here, ${elsewhere} elsewhere`,
          ]
        : [];
    });
  });
}
