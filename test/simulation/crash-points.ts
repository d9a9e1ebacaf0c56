import type { Action, ActionKind, Schedule } from './schedule.ts';
import { runSchedule } from './world.ts';

type Step = [device: 0 | 1, kind: ActionKind];

const setUp: Step[] = [
  [0, 'create'],
  [0, 'round'],
  [1, 'round'],
];
const bothSync: Step[] = [
  [0, 'round'],
  [1, 'round'],
  [0, 'round'],
];

/** What two devices do. After the `setUp` steps both have the same memory. */
const stories: Record<string, Step[]> = {
  'creates and edits': [...setUp, [0, 'append'], ...bothSync, [1, 'edit'], [1, 'round'], [0, 'round']],
  'edits on both sides': [...setUp, [0, 'append'], [0, 'tag'], [1, 'edit'], [1, 'untag'], ...bothSync],
  'a conflict': [...setUp, [0, 'edit'], [1, 'edit'], ...bothSync, [1, 'append'], [1, 'round']],
  deletions: [...setUp, [0, 'trash'], ...bothSync, [0, 'untrash'], ...bothSync, [1, 'erase'], [1, 'round']],
  'a deletion against an edit': [...setUp, [0, 'trash'], [1, 'edit'], ...bothSync],
  'an edit after a write': [...setUp, [0, 'edit'], [0, 'round'], [0, 'edit'], ...bothSync],
  'first contact': [[0, 'create'], [0, 'collection'], [0, 'move'], [1, 'collection'], [1, 'create'], ...bothSync],
  'many writes': [...setUp, [0, 'create'], [0, 'twin'], [0, 'create'], [0, 'edit'], ...bothSync],
};

const servers = [
  { server: 'plain', seed: 0 },
  { server: 'extended', seed: 0 },
  // With an odd seed, the server offers batches.
  { server: 'extended', seed: 1 },
] as const;

/** The time between two steps: long enough for a round, or so short that the next steps happen during it. */
const gapsMs = [60_000, 40];

/** These values of `dice` choose texts of several lines and, for a move, the newest collection. */
const actionOf = (step: Pick<Action, 'at' | 'device' | 'kind'>): Action => ({
  ...step,
  pick: 0,
  dice: step.kind === 'move' ? 0.9 : 0.1,
});

export const withoutCrash: Schedule[] = Object.values(stories).flatMap((steps) =>
  servers.flatMap((server) =>
    gapsMs.map((gapMs) => ({
      ...server,
      devices: 2,
      hasPushOnly: false,
      choices: {},
      pageMax: 100,
      faults: {},
      actions: steps.map(([device, kind], index) => actionOf({ at: index * gapMs, device, kind })),
    })),
  ),
);

/** Each schedule, repeated once for each of its crash points. At the crash point, a device dies. */
export async function withEachCrash(): Promise<Schedule[]> {
  const all: Schedule[] = [];
  for (const schedule of withoutCrash) {
    const { crashPoints } = await runSchedule(schedule);
    for (let crashAt = 1; crashAt <= crashPoints; crashAt++) all.push({ ...schedule, crashAt });
  }
  return all;
}
