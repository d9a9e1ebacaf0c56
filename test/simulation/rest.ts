import type { SyncLink } from '../../src/service/ports/sync.ts';
import { rollbacks } from './check.ts';
import type { Device } from './device.ts';
import type { ModelServer } from './model-server.ts';
import type { Network } from './network.ts';
import { falseProof, missingProof, tamper } from './proof.ts';
import type { ActionKind, Schedule } from './schedule.ts';
import type { Timeline } from './timeline.ts';

interface World {
  schedule: Schedule;
  timeline: Timeline;
  devices: readonly Device[];
  server: ModelServer;
  network: Network;
  violations: string[];
}

/** The number of rounds of each device after the faults. Questions to the user need more rounds. */
const restRounds = { usual: 8, question: 12 };
/** After this many rounds, nothing may change any more (P3 in docs/sync.md). */
const mostRounds = { usual: 6, question: 9 };
const restMs = 180_000;
/** The pause if the server has a quota. All pauses together outlast the longest wait for that quota. */
const restWithQuotaMs = 1_200_000;

const hasAction = ({ actions }: Schedule, ...kinds: ActionKind[]) => actions.some(({ kind }) => kinds.includes(kind));

const losesMemories = (schedule: Schedule) => hasAction(schedule, 'server restore', 'erased elsewhere');

/** Syncs all devices once the faults are over. Returns the number of rounds after which nothing changed any more. */
export async function settle({ schedule, timeline, devices, server, network, violations }: World): Promise<number> {
  /**
   * When any other device last wrote, by each device's own clock. Starts at the present time, since the device may have
   * begun to read the server during the faults.
   */
  const changedAt = new Map(devices.map((device) => [device, device.now]));
  const asks = losesMemories(schedule) || hasAction(schedule, 'other token', 'second token');
  let needed = 0;
  const kind = asks ? 'question' : 'usual';
  for (let round = 0; round < restRounds[kind]; round++) {
    timeline.after(schedule.quota ? restWithQuotaMs : restMs, () => {});
    await timeline.run();
    const before = changes();
    for (const device of devices) {
      answerQuestions(device, schedule);
      const written = network.writes;
      device.startRound({ verifies: round >= 2 });
      await timeline.run();
      requireSame(device, round);
      violations.push(...falseProof(schedule, device, server, changedAt.get(device)!));
      if (network.writes > written) for (const other of devices) if (other !== device) changedAt.set(other, other.now);
    }
    if (changes() > before) needed = round + 1;
  }
  for (const device of devices)
    if (!(schedule.hasPushOnly && device.number === 0)) violations.push(...missingProof(schedule, device));
  // Quotas can hold up writes for an hour at a time.
  if (!schedule.quota && needed > mostRounds[kind]) violations.push(`P3: something still changes in round ${needed}`);
  return needed;

  function changes(): number {
    return devices.reduce((sum, { disk }) => sum + disk.contentWrites, network.writes);
  }

  /**
   * P3: from the fifth round on, both sides have the same digest, unless one went back to an earlier state or the
   * server has a memory that can't be stored on the device.
   */
  function requireSame({ number, lastResult, disk }: Device, round: number): void {
    const isSame = lastResult?.verification?.same ?? true;
    const hasUnfit = [...disk.items.values()].some(({ unfit }) => unfit !== null);
    if (round >= 4 && !isSame && !hasUnfit && !hasAction(schedule, ...rollbacks))
      violations.push(`P3: device ${number} finds another digest than its own`);
  }
}

/** P4, P5: another round, even the first of a process, changes nothing on either side and takes few requests. */
export async function requireIdle(world: World): Promise<void> {
  const { timeline, devices, network, violations } = world;
  const most = mostReads(world);
  for (const device of devices) {
    await idleRound(device);
    device.die();
    await idleRound(device);
  }

  async function idleRound(device: Device): Promise<void> {
    const { number } = device;
    const [writes, rows, reads] = [network.writes, device.disk.writes, network.readsOf(number)];
    timeline.after(restMs, () => device.startRound());
    await timeline.run();
    if (network.writes > writes) violations.push(`P4: device ${number} writes to the server at rest`);
    if (device.disk.writes > rows) violations.push(`P4: device ${number} writes to its disk at rest`);
    const count = network.readsOf(number) - reads;
    if (count > most) violations.push(`P5: device ${number} reads ${count} times at rest, not at most ${most} times`);
  }
}

/**
 * P4: reading the feed again from its beginning changes no memory and sends no write. Does nothing for a server without
 * a feed, since every round reads such a server completely.
 */
export async function requireRepeatable(world: World): Promise<void> {
  const { timeline, devices, network, violations } = world;
  for (const device of devices) {
    // In the first reading, the device may learn versions that it missed.
    await readFromBeginning(device);
    const [writes, rows] = [network.writes, device.disk.memoryWrites];
    await readFromBeginning(device);
    if (network.writes > writes) violations.push(`P4: device ${device.number} writes after reading the feed again`);
    if (device.disk.memoryWrites > rows)
      violations.push(`P4: device ${device.number} changes when it reads the feed again`);
  }

  async function readFromBeginning(device: Device): Promise<void> {
    const link = device.disk.state.get('link') as SyncLink;
    if (link.since === null) return;
    device.disk.state.set('link', { ...link, since: null });
    timeline.after(restMs, () => device.startRound());
    await timeline.run();
  }
}

/** P14: after one side was changed without a trace, a device (here the last one) doesn't say that both are the same. */
export async function requireTamperingNoticed({
  schedule,
  timeline,
  devices,
  server,
  violations,
}: World): Promise<void> {
  const device = devices.at(-1)!;
  if (!tamper(schedule, device, server)) return;
  timeline.after(restMs, () => device.startRound({ verifies: true }));
  await timeline.run();
  if (device.lastResult?.verification?.same === true)
    violations.push(`P14: device ${device.number} claims a proof though a memory differs`);
}

/**
 * The maximum number of requests of a round that finds nothing new. A server with a feed needs one. Other servers need
 * one for the collections, one for each page, and one more if the last page repeats its cursor.
 */
function mostReads({ schedule: { pageMax, choices }, server }: World): number {
  if (server.extensions !== undefined) return 1;
  const pages = Math.max(1, Math.ceil(server.liveMemories().length / pageMax));
  return 1 + pages + (choices.lastCursor === 'repeated' ? 1 : 0);
}

/**
 * Answers the question that sync asks, as the device's user would. If the server may really have lost memories, deletes
 * them here too. Confirms the account, which is the right one by now.
 */
function answerQuestions(device: Device, schedule: Schedule): void {
  const link = device.disk.state.get('link') as SyncLink | undefined;
  if (link?.question == null) return;
  const isOther = link.question.kind === 'other-account';
  const absence = losesMemories(schedule) ? 'delete' : 'keep';
  device.disk.state.set('link', { ...link, question: null, ...(isOther ? { confirmed: true } : { absence }) });
}
