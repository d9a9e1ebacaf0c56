import type { MemoryRow } from '../../src/service/ports/rows.ts';
import type { SyncItem, SyncLink } from '../../src/service/ports/sync.ts';
import { otherText, pushOnlyChanges, violationsAtRest } from './check.ts';
import type { Transport } from '../../src/client/transport.ts';
import { Device, type DeviceHost } from './device.ts';
import type { Disk } from './disk.ts';
import { scheduleActions } from './busy-user.ts';
import { actElsewhere } from './elsewhere.ts';
import { ExtendedServer } from './extended-server.ts';
import { modelRequest, PlainModel, type ModelServer } from './model-server.ts';
import { networkOf } from './network.ts';
import { marksIn, Oracle } from './oracle.ts';
import { outageOf } from './outages.ts';
import { isPlain } from './families.ts';
import type { Action, Schedule } from './schedule.ts';
import { requireIdle, requireRepeatable, requireTamperingNoticed, settle } from './rest.ts';
import { epoch, Timeline } from './timeline.ts';
import { actAsUser, chooseCollections, pickOf } from './user.ts';

export interface Outcome {
  /** The hash of the trace: the notes on the timeline, except those of the last two checks. */
  hash: string;
  violations: string[];
  story: string[];
  /** How many crash points, at which a device can die, were passed before the faults ended. */
  crashPoints: number;
  /** How many rounds after the faults it took until nothing changed any more. */
  rounds: number;
}

/** Runs a schedule in virtual time: its actions, then rounds without faults. Checks properties meanwhile and after. */
export async function runSchedule(schedule: Schedule, { log = false } = {}): Promise<Outcome> {
  const timeline = new Timeline(epoch, { log });
  const violations: string[] = [];
  const onViolation = (text: string) => void violations.push(text);
  const tick = schedule.hasWholeSeconds ? 1_000 : 1;
  const now = () => timeline.now - (timeline.now % tick);
  // Half of the extended servers carry out batches.
  const newServer = () =>
    schedule.server === 'plain'
      ? new PlainModel(now, schedule.choices, schedule.pageMax)
      : new ExtendedServer(now, { pageMax: schedule.pageMax, hasBatch: schedule.seed % 2 !== 0 });
  const server = newServer();
  const usesOtherAccount = schedule.actions.some(({ kind }) => kind === 'other token');
  const otherAccount = usesOtherAccount ? withMemory(newServer(), otherText) : server;
  const oracle = new Oracle();
  const network = networkOf(schedule, {
    timeline,
    server,
    otherAccount,
    onCreate: (content) => oracle.serverCreated(content),
    onEdit: (device, path, content) => {
      if (!oracle.recordSent(device, path, content) && !isPlain(schedule))
        onViolation(`P9: device ${device} sends "${content}" to ${path} after something later`);
    },
    onViolation,
  });
  let crashPoints = 0;
  const host = {
    timeline,
    transportOf: (...[device, ...rest]: Parameters<DeviceHost['transportOf']>): Transport => {
      const transport = network.transportOf(device, ...rest);
      return (...request) => {
        duringRequest(device, request[0]);
        return transport(...request);
      };
    },
    onViolation,
    onDeath: network.processEnded,
    crashesHere: () => network.hasFaults && ++crashPoints === schedule.crashAt,
  };
  const isPushOnly = (number: number) => schedule.hasPushOnly && number === 0;
  const devices = Array.from(
    { length: schedule.devices },
    (_, number) => new Device(number, host, { isPushOnly: isPushOnly(number), drift: schedule.drifts?.[number] }),
  );
  /** The memories of the device that only sends, as its user left them. */
  let pushOnlyRows = new Map<string, MemoryRow>();
  const rememberRows = (device: Device) => {
    if (isPushOnly(device.number)) pushOnlyRows = new Map(device.disk.memories);
  };
  const saved: { backup?: unknown; disks: Map<number, Disk> } = { disks: new Map() };

  function setClock(device: Device, skew: number): void {
    device.skew = skew;
    network.pauseLost(device.number);
  }

  function replaceDisk(device: Device, disk: Disk): void {
    const unknown = sentFrom(device.disk, disk);
    device.replaceDisk(disk);
    network.pauseLost(device.number);
    rememberRows(device);
    oracle.forget(device.number, marksOf([...disk.memories.values()]), marksOf(unknown));
  }

  function perform(action: Action): void {
    const device = devices[action.device % devices.length]!;
    const { kind, dice } = action;
    if (kind === 'round') return device.startRound();
    if (kind === 'checked round') return device.startRound({ verifies: true });
    if (kind === 'crash') return device.die();
    if (kind === 'crash inside') {
      device.diesIn = 1 + Math.floor(dice * 40);
      return device.startRound();
    }
    if (kind === 'store fails') {
      device.failsIn = 1 + Math.floor(dice * 40);
      return device.startRound();
    }
    if (kind === 'outage') return network.setOutage(device.number, outageOf(action));
    if (kind === 'outage ends') return network.setOutage(device.number, undefined);
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
      return disk && replaceDisk(device, disk);
    }
    if (kind === 'copy profile') {
      const source = pickOf(
        devices.filter((one) => one !== device && !isPushOnly(one.number)),
        action.pick,
      );
      if (source === undefined || isPushOnly(device.number)) return;
      replaceDisk(device, source.disk);
      device.hasChosen ||= source.hasChosen;
      return oracle.copied(source.number, device.number, unsentOn(source.disk));
    }
    if (kind === 'choose') return isPushOnly(device.number) ? undefined : chooseCollections(device, action);
    if (actElsewhere(action, { server, oracle, timeline, devices })) return;
    if (kind === 'other token') {
      if (knowsMemories(device)) device.setAccount('other');
      return;
    }
    if (kind === 'own token') return device.setAccount('own');
    if (kind === 'second token') return device.setAccount('second');
    if (device.isFull) return;
    actAsUser(device, action, { oracle, timeline });
    device.disk.commit();
    rememberRows(device);
  }

  const { duringRequest } = scheduleActions(schedule, timeline, perform);
  await timeline.run();
  endFaults();
  const world = { schedule, timeline, devices, server, network, violations };
  const rounds = await settle(world);
  violations.push(...violationsAtRest(schedule, devices, server, oracle));
  if (schedule.hasPushOnly) violations.push(...pushOnlyChanges(devices[0]!, pushOnlyRows));
  await requireIdle(world);
  const { hash } = timeline;
  await requireRepeatable(world);
  await requireTamperingNoticed(world);
  return {
    hash,
    violations: [...new Set(violations)],
    story: timeline.lines ?? [],
    crashPoints,
    rounds,
  };

  function endFaults(): void {
    network.hasFaults = false;
    for (const device of devices) {
      device.isFull = false;
      device.diesIn = Infinity;
      device.failsIn = Infinity;
      if (device.disk.account === 'other') device.setAccount('own');
      if (device.skew < 0) setClock(device, 0);
    }
    timeline.note('faults are over');
  }
}

const knowsMemories = ({ disk }: Device) =>
  [...disk.items.values()].some(({ remote, base }) => remote !== null && base !== null);

function withMemory(server: ModelServer, content: string): ModelServer {
  const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
  server.respond(modelRequest({ method: 'POST', path: '/v1/memories', headers, body: JSON.stringify({ content }) }));
  return server;
}

/**
 * Texts that `disk` records as sent but `earlier` doesn't, and texts whose create only `disk` records (`hasCreate`).
 * `earlier`: an older state of the same disk, or the disk of another device.
 */
function sentFrom(disk: Disk, earlier: Disk): { content: string }[] {
  return [...disk.items.values()].flatMap((item) => {
    const before = earlier.items.get(earlier.byRemote.get(item.remote ?? '') ?? item.id);
    if (!wasSent(item) || (before && wasSent(before) && (hasCreate(before) || !hasCreate(item)))) return [];
    const sent = [item.op, ...item.late].map((one) => ({ content: one?.patch.content ?? '' }));
    return item.base ? [...sent, item.base] : sent;
  });
}

/** The memories that may be missing on the server, or differ there from this disk. */
const unsentOn = ({ memories, items, state }: Disk) =>
  [...memories.values()].filter(({ id, seq }) => {
    const { due = 1, remote = null } = items.get(id) ?? {};
    return due === 1 || remote === null || seq > (state.get('link') as SyncLink).seq;
  });

/**
 * Whether the item still records the write that created its memory, so that a second arrival of this write is
 * recognised.
 */
const hasCreate = ({ op, late }: SyncItem) => [op, ...late].some((one) => one?.kind === 'create');

const wasSent = ({ remote, op, late }: SyncItem) => remote !== null || op !== null || late.length > 0;

const marksOf = (texts: readonly { content: string }[]) => new Set(texts.flatMap(({ content }) => marksIn(content)));
