import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import type { Lane } from './lanes.ts';

/** Seconds by lane and file. */
export type Timings = Record<string, number>;

/** Written by `npm test -- --write-timings`. */
const timingsFile = 'test/timings.json';

/** Where the reporter leaves what it measured, a file for each run of vitest. */
export const measuredFolder = 'out/test/timings';

export const timingKey = (lane: string, file: string): string => `${lane} ${file.replaceAll('\\', '/')}`;

/** What the last person who wrote timings down found; none before that. */
export const knownTimings = (): Timings =>
  existsSync(timingsFile) ? (JSON.parse(readFileSync(timingsFile, 'utf8')) as Timings) : {};

/** What all runs of vitest have measured since the folder was emptied. */
export function measured(folder = measuredFolder): Timings {
  return Object.assign(
    {},
    ...globSync(`${folder}/*.json`).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Timings),
  ) as Timings;
}

/** The dearest files of all lanes, a line each. */
export function dearest(timings: Timings, most = 10): string[] {
  return Object.entries(timings)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([key, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${key}`);
}

/** The lanes whose files took longer together than their budget, a line each. */
export function overBudget(timings: Timings, lanes: readonly Pick<Lane, 'name' | 'budget'>[]): string[] {
  return lanes.flatMap(({ name, budget }) => {
    const sum = Object.entries(timings).reduce(
      (seconds, [key, one]) => seconds + (key.startsWith(`${name} `) ? one : 0),
      0,
    );
    return sum > budget ? [`${name} took ${Math.round(sum)} s and has ${budget} s`] : [];
  });
}

/** Writes down what was measured, over what is known: by name, to half a second, so that it changes little. */
export const writeTimings = (timings: Timings): void =>
  writeFileSync(timingsFile, written({ ...knownTimings(), ...timings }));

export const written = (timings: Timings): string =>
  `${JSON.stringify(
    Object.fromEntries(
      Object.entries(timings)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, seconds]) => [key, Math.max(0.5, Math.round(seconds * 2) / 2)]),
    ),
    null,
    2,
  )}\n`;
