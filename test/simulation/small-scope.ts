import type { Action, ActionKind, Schedule } from './schedule.ts';

const kinds = ['edit', 'trash', 'round'] as const satisfies ActionKind[];

const steps = [0, 1].flatMap((device) => kinds.map((kind) => ({ device, kind })));

/** The time between two steps. In `overlapping` schedules, the next steps happen during a round. */
const gapsMs = { sequential: 60_000, overlapping: 40 };

export const settings = (['extended', 'plain'] as const).flatMap((server) =>
  (['sequential', 'overlapping'] as const).map((timing) => ({ server, timing })),
);

type Setting = (typeof settings)[number];

/** Yields every sequence of up to `most` steps of two devices with one memory, shortest first. A step may repeat. */
export function* smallScope({ server, timing }: Setting, most: number): Generator<Schedule, void> {
  let seed = 0;
  for (let length = 1; length <= most; length++)
    for (let index = 0; index < steps.length ** length; index++)
      yield {
        seed: seed++,
        devices: 2,
        hasPushOnly: false,
        server,
        choices: {},
        pageMax: 100,
        faults: {},
        actions: actionsOf(stepsOf(index, length), gapsMs[timing]),
      };
}

export const smallScopeSize = (most: number): number =>
  Array.from({ length: most }, (_, index) => steps.length ** (index + 1)).reduce((sum, count) => sum + count, 0);

/** The digits of `index` in base 6 choose the steps. */
const stepsOf = (index: number, length: number) =>
  Array.from({ length }, (_, at) => steps[Math.floor(index / steps.length ** at) % steps.length]!);

function actionsOf(chosen: readonly (typeof steps)[number][], gapMs: number): Action[] {
  const setUp = [
    { device: 0, kind: 'create' },
    { device: 0, kind: 'round' },
    { device: 1, kind: 'round' },
  ] as const;
  const start = setUp.length * gapsMs.sequential;
  return [
    ...setUp.map((step, index) => ({ ...step, at: index * gapsMs.sequential, pick: 0, dice: 0.4 })),
    ...chosen.map((step, index) => ({ ...step, at: start + index * gapMs, pick: 0, dice: 0.4 })),
  ];
}
