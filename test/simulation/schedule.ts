import { randomFrom, weighted } from '../../scripts/random.ts';
import type { Choices } from '../support/plain-server/choices.ts';
import { families, type FamilyActionKind, type FamilyFault, type Refusals } from './families.ts';

/** What one user or one machine does. `pick` and `dice`: at least 0 and below 1. */
export interface Action {
  /** Milliseconds since the start of the schedule. */
  at: number;
  device: number;
  kind: ActionKind;
  /** Chooses what the action is about, usually a memory. */
  pick: number;
  /** Chooses between variants of the action. */
  dice: number;
}

/**
 * How likely each action is, relative to the others.
 * - `twin`: makes another memory with the same text.
 * - `append`: adds a line.
 * - `round`: a round of sync.
 * - `crash inside`: the process dies during a round.
 * - `clone profile`: remembers the disk, for a later `restore profile`.
 */
const deviceActions = {
  create: 14,
  edit: 20,
  append: 8,
  twin: 2,
  tag: 8,
  untag: 4,
  move: 5,
  collection: 2,
  rename: 1,
  trash: 5,
  untrash: 3,
  erase: 1,
  round: 34,
  crash: 6,
  'crash inside': 6,
  clock: 2,
  'disk full': 2,
  'server backup': 1,
  'server restore': 1,
  'clone profile': 0.5,
  'restore profile': 0.5,
} as const;

export type ActionKind = keyof typeof deviceActions | FamilyActionKind;

/**
 * How likely each fault is, for each request.
 * - `late`: the request arrives minutes later.
 * - `twice`: the request arrives once more.
 * - `limited`: the response is 429.
 * - `fails after`: the server carries out the request, then returns an error.
 * - `garbage`: the response is HTML.
 * - `empty`: the list ends with an empty page.
 * - `cut list`: the list ends with a page that lacks its last memory.
 * - `bad item`: the lists of a plain server have items that aren't memories. The rate isn't used.
 */
const faultRates = {
  lost: 0.06,
  'answer lost': 0.07,
  slow: 0.12,
  late: 0.02,
  twice: 0.03,
  limited: 0.06,
  'fails before': 0.04,
  'fails after': 0.03,
  garbage: 0.03,
  empty: 0.02,
  'not found': 0.01,
  unauthorized: 0.01,
  'bad item': 0.03,
  'cut list': 0.08,
} as const;

export type Fault = keyof typeof faultRates | FamilyFault;

/** What the plan of the server's user allows. A day is {@link quotaDayMs} long, so that a schedule has several. */
export interface Quota {
  memories: number;
  writesADay: number;
}

export const quotaDayMs = 1_800_000;

export interface Schedule {
  seed: number;
  devices: number;
  /** Whether the first device takes nothing from the server. */
  hasPushOnly: boolean;
  server: 'plain' | 'extended';
  choices: Partial<Choices>;
  pageMax: number;
  faults: Partial<Record<Fault, number>>;
  quota?: Quota;
  refusals?: Refusals;
  actions: Action[];
  /** For each device, the share by which its clock runs fast; negative if it runs slow. */
  drifts?: number[];
  hasWholeSeconds?: boolean;
  isBusy?: boolean;
  /** The number of the crash point at which a device dies, counted over all devices. */
  crashAt?: number;
}

const rareKinds: readonly ActionKind[] = [
  'clock',
  'disk full',
  'server backup',
  'server restore',
  'clone profile',
  'restore profile',
];

/** A seed makes the same schedule on every machine. */
export function scheduleOf(seed: number): Schedule {
  const random = randomFrom(Math.imul(seed, 2_654_435_761) >>> 0);
  const server = random() < 0.5 ? 'plain' : 'extended';
  const devices = random() < 0.2 ? (random() < 0.5 ? 4 : 1) : random() < 0.4 ? 3 : 2;
  // Swarm testing (Groce et al. 2012): runs with a few kinds of faults find what runs with all of them hide.
  const faults = Object.fromEntries(
    Object.entries(faultRates).flatMap(([name, rate]) =>
      random() < 0.45 ? [[name, rate * (0.5 + 2 * random())]] : [],
    ),
  );
  const kinds = Object.fromEntries(
    Object.entries(deviceActions).map(([kind, weight]) => [
      kind,
      (rareKinds as string[]).includes(kind) ? (random() < 0.12 ? weight * 2 : 0) : random() < 0.2 ? 0 : weight,
    ]),
  ) as Record<keyof typeof deviceActions, number>;
  kinds.create ||= 5;
  kinds.round ||= 20;
  const count = 25 + Math.floor(random() * 35);
  const actions: Action[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    at += random() < 0.6 ? Math.floor(random() * 5_000) : Math.floor(random() * 240_000);
    const device = Math.floor(random() * devices);
    const kind = index < 2 ? 'create' : weighted(random, kinds);
    // Hot records: most edits hit the same few memories.
    const pick = random() < 0.6 ? random() * 0.3 : random();
    actions.push({ at, device, kind, pick, dice: random() });
  }
  const hasPushOnly = devices > 1 && Math.abs(seed) % 16 === 5;
  const choices = choicesFrom(random);
  const pageMax = random() < 0.5 ? 100 : 3;
  const schedule = { seed, devices, hasPushOnly, server, choices, pageMax, faults, actions } satisfies Schedule;
  return families.reduce<Schedule>(
    (changed, [from, change]) => (Math.floor(seed / from) % 2 === 1 ? change(changed) : changed),
    schedule,
  );
}

function choicesFrom(random: () => number): Partial<Choices> {
  const oneOf = <Value>(...values: Value[]) => values[Math.floor(random() * values.length)]!;
  return {
    lastCursor: oneOf('null', 'empty', 'missing'),
    createdStatus: oneOf(200, 201),
    collectionField: oneOf('id', 'name', 'missing'),
    order: oneOf('newest first', 'oldest first'),
    reset: oneOf('seconds', 'milliseconds', 'Unix seconds', 'Unix milliseconds'),
    extraFields: random() < 0.3,
    unknownKeys: oneOf('drops', 'refuses'),
    rewrites: random() < 0.7 ? 'nothing' : oneOf('trims and lower-cases tags', 'cuts content and tags'),
    rate: random() < 0.8 ? { requests: 10_000, seconds: 60 } : { requests: 60, seconds: 60 },
  };
}
