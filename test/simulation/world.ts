import type { MemoryRow } from '../../src/service/ports/rows.ts';
import type { SyncItem, SyncLink } from '../../src/service/ports/sync.ts';
import { act } from './user.ts';
import { changesOf, otherText, setsBack, violationsAtRest } from './check.ts';
import { Device } from './device.ts';
import type { Disk } from './device-store.ts';
import { ExtendedServer } from './extended-server.ts';
import { modelRequest, PlainModel, type ModelServer } from './model-server.ts';
import { networkOf } from './network.ts';
import { marksIn, Oracle } from './oracle.ts';
import { falseProof, missingProof, tamper } from './proof.ts';
import { isPlain, type Action, type Schedule } from './schedule.ts';
import { epoch, Timeline } from './timeline.ts';

export interface Outcome {
  hash: string;
  violations: string[];
  /** The timeline's log, if requested. */
  story: string[];
  requests: number;
  /** How many points at which a device can die it has passed, until the faults were over. */
  crashPoints: number;
}

/** Rounds of every device after the faults, until nothing changes. */
const restRounds = 8;
/** A question, and what follows from its answer, takes some more. */
const restRoundsWithQuestion = 12;
const restMs = 180_000;
/** Longer than the longest pause that follows from a quota, over all rounds. */
const restWithQuotaMs = 1_200_000;

/** Runs a schedule in virtual time. */
export async function runSchedule(schedule: Schedule, log = false): Promise<Outcome> {
  const timeline = new Timeline(epoch, log);
  const violations: string[] = [];
  const violation = (text: string) => void violations.push(text);
  const now = () => timeline.now;
  // Half of the extended servers carry out batches.
  const newServer = () =>
    schedule.server === 'plain'
      ? new PlainModel(now, schedule.choices, schedule.pageMax)
      : new ExtendedServer(now, { pageMax: schedule.pageMax, hasBatch: schedule.seed % 2 !== 0 });
  const server = newServer();
  const hasOther = schedule.actions.some(({ kind }) => kind === 'other token');
  const other = hasOther ? withMemory(newServer(), otherText) : server;
  const oracle = new Oracle();
  const network = networkOf(schedule, {
    timeline,
    server,
    other,
    onCreate: (content) => oracle.created(content),
    onEdit: (device, path, content) => {
      if (!oracle.isInOrder(device, path, content) && !isPlain(schedule))
        violation(`P9: device ${device} sends "${content}" to ${path} after something later`);
    },
    violation,
  });
  let crashPoints = 0;
  const host = {
    timeline,
    transportOf: network.transportOf,
    violation,
    onDeath: network.processEnded,
    crashesHere: () => network.hasFaults && ++crashPoints === schedule.crashAt,
  };
  const isPushOnly = (number: number) => schedule.hasPushOnly && number === 0;
  const devices = Array.from({ length: schedule.devices }, (_, number) => new Device(number, host, isPushOnly(number)));
  /** The rows of a device that only sends, as its user left them. */
  let left = new Map<string, MemoryRow>();
  const remember = (device: Device) => {
    if (isPushOnly(device.number)) left = new Map(device.disk.memories);
  };
  const saved: { backup?: unknown; disks: Map<number, Disk> } = { disks: new Map() };

  function setClock(device: Device, skew: number): void {
    device.skew = skew;
    network.pauseLost(device.number);
  }

  function perform(action: Action): void {
    const device = devices[action.device % devices.length]!;
    const { kind, dice } = action;
    if (kind === 'round') return device.startRound();
    if (kind === 'crash') return device.die();
    if (kind === 'crash inside') {
      device.diesIn = 1 + Math.floor(dice * 40);
      return device.startRound();
    }
    if (kind === 'store fails') {
      device.failsIn = 1 + Math.floor(dice * 40);
      return device.startRound();
    }
    if (kind === 'clock') return setClock(device, Math.floor((dice - 0.5) * 6 * 86_400_000));
    if (kind === 'disk full') return void (device.isFull = dice < 0.6);
    if (kind === 'server backup') return void (saved.backup ??= server.backup());
    if (kind === 'server restore') {
      if (saved.backup !== undefined) server.restore(saved.backup);
      return;
    }
    if (kind === 'clone profile') return void saved.disks.set(device.number, device.disk.clone());
    if (kind === 'restore profile') {
      const disk = saved.disks.get(device.number);
      if (disk === undefined) return;
      const unknown = sentFrom(device.disk, disk);
      device.replaceDisk(disk);
      network.pauseLost(device.number);
      remember(device);
      return oracle.forget(device.number, marksOf([...disk.memories.values()]), marksOf(unknown));
    }
    if (kind === 'other token') {
      if (knowsMemories(device)) device.setAccount('other');
      return;
    }
    if (kind === 'own token') return device.setAccount('own');
    if (device.isFull) return;
    act(device, action, { oracle, timeline });
    device.disk.commit();
    remember(device);
  }

  for (const action of schedule.actions) timeline.after(action.at, () => perform(action));
  await timeline.run();
  await rest();
  violations.push(...violationsAtRest(schedule, devices, server, oracle));
  if (schedule.hasPushOnly) violations.push(...changesOf(devices[0]!, left));
  await requireIdle();
  const { hash } = timeline;
  await requireHonesty();
  return {
    hash,
    violations: [...new Set(violations)],
    story: timeline.lines ?? [],
    requests: network.reads + network.writes,
    crashPoints,
  };

  async function rest(): Promise<void> {
    network.hasFaults = false;
    for (const device of devices) {
      device.isFull = false;
      device.diesIn = Infinity;
      device.failsIn = Infinity;
      device.setAccount('own');
      if (device.skew < 0) setClock(device, 0);
    }
    timeline.note('faults are over');
    /** When another device last wrote, by the clock of each. */
    const changedAt = new Map<Device, number>();
    const asks = schedule.actions.some(({ kind }) => kind === 'server restore' || kind === 'other token');
    for (let round = 0; round < (asks ? restRoundsWithQuestion : restRounds); round++) {
      timeline.after(schedule.quota ? restWithQuotaMs : restMs, () => {});
      await timeline.run();
      for (const device of devices) {
        answerQuestions(device);
        const before = network.writes;
        device.startRound(round >= 2);
        await timeline.run();
        requireSame(device, round);
        violations.push(...falseProof(schedule, device, server, changedAt.get(device) ?? 0));
        if (network.writes > before) for (const other of devices) if (other !== device) changedAt.set(other, other.now);
      }
    }
    for (const device of devices) if (!isPushOnly(device.number)) violations.push(...missingProof(schedule, device));
  }

  /** P3: the digest agrees, unless one side went back. */
  function requireSame(device: Device, round: number): void {
    const isSame = device.last?.verification?.same ?? true;
    if (round >= 4 && !isSame && !schedule.actions.some(({ kind }) => setsBack.has(kind)))
      violations.push(`P3: device ${device.number} finds another digest than its own`);
  }

  /** P4, P5: another round changes nothing on either side. */
  async function requireIdle(): Promise<void> {
    for (const device of devices) {
      const [writes, rows] = [network.writes, device.disk.writes];
      timeline.after(restMs, () => device.startRound());
      await timeline.run();
      if (network.writes > writes) violations.push(`P4: device ${device.number} writes to the server at rest`);
      if (device.disk.writes > rows) violations.push(`P4: device ${device.number} writes to its disk at rest`);
    }
  }

  /** P14: no device says that both sides are the same once one of them was changed without a trace. */
  async function requireHonesty(): Promise<void> {
    const device = devices.at(-1)!;
    if (!tamper(schedule, device, server)) return;
    timeline.after(restMs, () => device.startRound(true));
    await timeline.run();
    if (device.last?.verification?.same === true)
      violations.push(`P14: device ${device.number} claims a proof though a memory differs`);
  }

  /** Confirms deletion of what the server lacks, if it was really restored from a backup. In the end, the account is the right one. */
  function answerQuestions(device: Device): void {
    const link = device.disk.state.get('link') as SyncLink | undefined;
    if (link?.question == null) return;
    const isTrue = schedule.actions.some(({ kind }) => kind === 'server restore');
    const isOther = link.question.kind === 'other-account';
    const absence = isTrue ? 'delete' : 'keep';
    device.disk.state.set('link', { ...link, question: null, ...(isOther ? { confirmed: true } : { absence }) });
  }
}

const knowsMemories = ({ disk }: Device) =>
  [...disk.items.values()].some(({ remote, base }) => remote !== null && base !== null);

function withMemory(server: ModelServer, content: string): ModelServer {
  const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
  server.respond(modelRequest({ method: 'POST', path: '/v1/memories', headers, body: JSON.stringify({ content }) }));
  return server;
}

/** What was sent of the memories of which `earlier` doesn't know that any was. */
function sentFrom(disk: Disk, earlier: Disk): { content: string }[] {
  return [...disk.items.values()].flatMap((item) => {
    const before = earlier.items.get(item.id);
    if (!wasSent(item) || (before && wasSent(before))) return [];
    const sent = [item.op, ...item.late].map((one) => ({ content: one?.patch.content ?? '' }));
    return item.base ? [...sent, item.base] : sent;
  });
}

const wasSent = ({ remote, op, late }: SyncItem) => remote !== null || op !== null || late.length > 0;

const marksOf = (texts: readonly { content: string }[]) => new Set(texts.flatMap(({ content }) => marksIn(content)));
