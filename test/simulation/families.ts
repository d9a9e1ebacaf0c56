import { randomFrom } from '../../scripts/random.ts';
import { outagesIn } from './outages.ts';
import type { Action, Schedule } from './schedule.ts';

/*
 * Families of schedules. Each family is one bit of the seed, so a seed can belong to several families. A seed with a
 * family's bit repeats the schedule of the seed without that bit, with the additions below. A new family takes a higher
 * bit, so the schedules of existing seeds don't change.
 */

/** Adds rarer faults, failures of devices' databases, quotas, and rarer choices of the server. */
export const rareSeeds = 2 ** 32;

/** Adds tokens of another account, and responses that list only some extensions or none. */
export const oddSeeds = 2 ** 33;

/** Adds many changes of collections. */
export const collectionSeeds = 2 ** 34;

/**
 * Adds copied profiles, a second token, a choice of collections, another client, and a server that refuses some texts.
 */
export const accountSeeds = 2 ** 35;

/** Adds rounds that compare both sides, and at times faulty pages of the change feed. The server has extensions. */
export const feedSeeds = 2 ** 36;

/** Adds users' edits of titles. */
export const titleSeeds = 2 ** 37;

/** Lets users act while requests are open. */
export const busySeeds = 2 ** 38;

/** Lets clocks run up to 1 % fast or slow. Half of the servers give times in whole seconds. */
export const clockSeeds = 2 ** 39;

/** Adds outages that last for many rounds. Meanwhile, requests get no answer, or only a gateway's. */
export const outageSeeds = 2 ** 40;

/**
 * Families and combinations of them, for tests that run a few schedules of each. {@link accountSeeds} aren't included,
 * since they still violate P2 at times: see "Known gaps" in docs/sync.md.
 */
export const mixedSeeds = [
  0,
  rareSeeds,
  oddSeeds,
  collectionSeeds,
  rareSeeds + collectionSeeds,
  oddSeeds + collectionSeeds,
  rareSeeds + oddSeeds,
  rareSeeds + oddSeeds + collectionSeeds,
  titleSeeds,
  rareSeeds + oddSeeds + titleSeeds,
  feedSeeds,
  feedSeeds + rareSeeds + oddSeeds + collectionSeeds,
  busySeeds,
  busySeeds + collectionSeeds,
  busySeeds + rareSeeds + oddSeeds + collectionSeeds + titleSeeds,
  clockSeeds,
  clockSeeds + busySeeds + rareSeeds + oddSeeds,
  outageSeeds,
  outageSeeds + rareSeeds + collectionSeeds,
] as const;

/** Actions of {@link collectionSeeds}. `rename to` takes one of the few names that all devices use. */
const collectionKinds = ['collection', 'rename to', 'rename to', 'remove collection', 'move', 'move', 'round'] as const;

/** Actions of {@link accountSeeds} by another client of the server. */
const elsewhereKinds = ['made elsewhere', 'edited elsewhere', 'edited elsewhere', 'erased elsewhere'] as const;

/**
 * - `other token`: from now on, the device has the token of another account. A device that knows no memories of its own
 *   account keeps its token, since sync couldn't tell the accounts apart.
 * - `own token`: the device has its own token again.
 * - `second token`: the device has another token of its own account.
 * - `copy profile`: the device gets another device's disk.
 * - `choose`: the user limits sync to some collections, or removes that limit.
 * - `checked round`: a round that compares both sides.
 * - `outage` and `outage ends`: between them, none of the device's requests reaches the server.
 */
export type FamilyActionKind =
  | (typeof collectionKinds)[number]
  | ElsewhereKind
  | 'store fails'
  | 'title'
  | 'checked round'
  | 'outage'
  | 'outage ends'
  | 'other token'
  | 'own token'
  | 'second token'
  | 'copy profile'
  | 'choose';

export type ElsewhereKind = (typeof elsewhereKinds)[number];

/** The server refuses one text in `every`, whichever device sends it, with this status. */
export interface Refusals {
  every: number;
  status: 400 | 413 | 422;
}

const rareFaultRates = {
  redirected: 0.05,
  'no content': 0.04,
  'odd wait': 0.06,
  'cursor repeated': 0.08,
  'cursor loop': 0.08,
  'cursor expired': 0.06,
} as const;

/**
 * Faults of {@link oddSeeds} only: responses without the header that lists the extensions, or with a header that lists
 * fewer.
 */
const offerFaultRates = {
  'no header': 0.2,
  'fewer extensions': 0.1,
} as const;

/**
 * Faults of {@link feedSeeds} only.
 * - `feed gone`: the response is 410.
 * - `feed cut`: the page lacks its last memory, and its `more` may be wrong.
 * - `feed empty`: the page lacks all memories and deletions, and says that there is more.
 * - `since repeated`: the position doesn't move.
 * - `since goes back`: the position is an earlier one.
 * - `feed bad item`: every page has an item that isn't a memory. The rate isn't used.
 */
const feedFaultRates = {
  'feed gone': 0.05,
  'feed cut': 0.12,
  'feed empty': 0.08,
  'since repeated': 0.08,
  'since goes back': 0.08,
  'feed bad item': 1,
} as const;

export type FamilyFault = keyof typeof rareFaultRates | keyof typeof offerFaultRates | keyof typeof feedFaultRates;

export const families: [from: number, change: (schedule: Schedule) => Schedule][] = [
  [rareSeeds, withRareFaults],
  [oddSeeds, withOddities],
  [collectionSeeds, withCollections],
  [accountSeeds, withAccount],
  [feedSeeds, withFeedFaults],
  [titleSeeds, withTitles],
  [busySeeds, (schedule) => ({ ...schedule, isBusy: true })],
  [clockSeeds, withClocks],
  [outageSeeds, (schedule) => ({ ...schedule, actions: withActions(schedule, outagesIn(schedule)) })],
];

/**
 * Whether sync can't rely on the server's extensions: the server has none, or some responses don't list all of them.
 * Sync uses idempotency keys, `If-Match` and the list of deletions only while the server offers them.
 */
export const isPlain = ({ server, faults }: Pick<Schedule, 'server' | 'faults'>): boolean =>
  server === 'plain' || Object.keys(offerFaultRates).some((name) => name in faults);

function withFeedFaults(schedule: Schedule): Schedule {
  const random = randomFrom(Math.imul(schedule.seed, 374_761_393) >>> 0);
  const faults = Object.fromEntries(
    Object.entries(feedFaultRates).flatMap(([name, rate]) =>
      random() < 0.45 ? [[name, rate * (0.5 + 2 * random())]] : [],
    ),
  );
  const end = schedule.actions.at(-1)!.at;
  const checks = Array.from({ length: Math.floor(random() * 6) }, () => ({
    at: Math.floor(random() * end),
    device: Math.floor(random() * schedule.devices),
    kind: 'checked round' as const,
    pick: 0,
    dice: 0,
  }));
  return {
    ...schedule,
    server: 'extended',
    faults: { ...schedule.faults, ...faults },
    actions: withActions(schedule, checks),
  };
}

const withActions = ({ actions }: Schedule, added: readonly Action[]): Action[] =>
  [...actions, ...added].sort((one, other) => one.at - other.at);

function withAccount(schedule: Schedule): Schedule {
  const random = randomFrom(Math.imul(schedule.seed, 668_265_263) >>> 0);
  const end = schedule.actions.at(-1)!.at;
  const randomActions = (share: number, most: number, kinds: readonly Action['kind'][]): Action[] =>
    Array.from({ length: random() < share ? 1 + Math.floor(random() * most) : 0 }, () => ({
      at: Math.floor(random() * end),
      device: Math.floor(random() * schedule.devices),
      kind: kinds[Math.floor(random() * kinds.length)]!,
      pick: random(),
      dice: random(),
    }));
  const added = [
    ...randomActions(0.4, 2, ['copy profile']),
    ...randomActions(0.3, 3, ['second token', 'second token', 'own token']),
    ...randomActions(0.25, 2, ['choose']),
    ...randomActions(0.5, 8, elsewhereKinds),
  ];
  const status = ([400, 413, 422] as const)[Math.floor(random() * 3)]!;
  const refusals = { every: 2 + Math.floor(random() * 6), status };
  return {
    ...schedule,
    ...(random() < 0.35 && { refusals }),
    actions: withActions(schedule, added),
  };
}

function withClocks(schedule: Schedule): Schedule {
  const random = randomFrom(Math.imul(schedule.seed, 1_640_531_527) >>> 0);
  const drifts = Array.from({ length: schedule.devices }, () => 0.02 * random() - 0.01);
  return { ...schedule, drifts, hasWholeSeconds: random() < 0.5 };
}

function withTitles(schedule: Schedule): Schedule {
  const random = randomFrom(Math.imul(schedule.seed, 2_971_215_073) >>> 0);
  const end = schedule.actions.at(-1)!.at;
  const edits = Array.from({ length: 3 + Math.floor(random() * 14) }, () => ({
    at: Math.floor(random() * end),
    device: Math.floor(random() * schedule.devices),
    kind: 'title' as const,
    pick: random() * (random() < 0.6 ? 0.3 : 1),
    dice: random(),
  }));
  return { ...schedule, actions: withActions(schedule, edits) };
}

function withCollections(schedule: Schedule): Schedule {
  const random = randomFrom(Math.imul(schedule.seed, 3_266_489_917) >>> 0);
  const end = schedule.actions.at(-1)!.at;
  const changes = Array.from({ length: 4 + Math.floor(random() * 16) }, () => ({
    at: Math.floor(random() * end),
    device: Math.floor(random() * schedule.devices),
    kind: collectionKinds[Math.floor(random() * collectionKinds.length)]!,
    pick: random(),
    dice: random(),
  }));
  return { ...schedule, actions: withActions(schedule, changes) };
}

function withOddities(schedule: Schedule): Schedule {
  const random = randomFrom(Math.imul(schedule.seed, 2_246_822_519) >>> 0);
  const faults = Object.fromEntries(
    Object.entries(offerFaultRates).flatMap(([name, rate]) =>
      schedule.server === 'extended' && random() < 0.5 ? [[name, rate * (0.2 + 3 * random())]] : [],
    ),
  );
  const swaps = random() < 0.5 ? 1 + Math.floor(random() * 2) : 0;
  const end = schedule.actions.at(-1)!.at;
  const tokens = Array.from({ length: swaps }, () => {
    const at = Math.floor(random() * end);
    const swap = { device: Math.floor(random() * schedule.devices), pick: 0, dice: 0 };
    return [
      { ...swap, at, kind: 'other token' as const },
      { ...swap, at: at + Math.floor(random() * 1_200_000), kind: 'own token' as const },
    ];
  }).flat();
  return {
    ...schedule,
    faults: { ...schedule.faults, ...faults },
    actions: withActions(schedule, tokens),
  };
}

function withRareFaults(schedule: Schedule): Schedule {
  const random = randomFrom(Math.imul(schedule.seed, 1_597_334_677) >>> 0);
  const faults = Object.fromEntries(
    Object.entries(rareFaultRates).flatMap(([name, rate]) =>
      random() < 0.25 ? [[name, rate * (0.5 + 2 * random())]] : [],
    ),
  );
  const failures = random() < 0.25 ? 1 + Math.floor(random() * 4) : 0;
  const end = schedule.actions.at(-1)!.at;
  const stores = Array.from({ length: failures }, () => ({
    at: Math.floor(random() * end),
    device: Math.floor(random() * schedule.devices),
    kind: 'store fails' as const,
    pick: 0,
    dice: random(),
  }));
  const hasQuota = random() < 0.2;
  const quota = { memories: 2 + Math.floor(random() * 5), writesADay: 2 + Math.floor(random() * 5) };
  const order = random() < 0.3 ? ({ order: random() < 0.5 ? 'last changed first' : 'arbitrary' } as const) : {};
  const last = random() < 0.25 ? ({ lastCursor: 'repeated' } as const) : {};
  const status = random() < 0.3 ? ({ limitedStatus: random() < 0.5 ? 403 : 503 } as const) : {};
  return {
    ...schedule,
    choices: { ...schedule.choices, ...order, ...last, ...status },
    faults: { ...schedule.faults, ...faults },
    ...(hasQuota && { quota }),
    actions: withActions(schedule, stores),
  };
}
