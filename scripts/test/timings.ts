import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';

/** The seconds of each test file in each lane. `timingKey` makes the keys. */
export type Timings = Record<string, number>;

const timingsFile = 'test/timings.json';

/** Output of the reporter, one file for each run of vitest. */
export const measuredFolder = 'out/test/timings';

export const timingKey = (lane: string, file: string): string => `${lane} ${file.replaceAll('\\', '/')}`;

export const knownTimings = (): Timings =>
  existsSync(timingsFile) ? (JSON.parse(readFileSync(timingsFile, 'utf8')) as Timings) : {};

/** The timings of all runs of vitest since the folder was emptied. */
export function readMeasuredTimings(folder = measuredFolder): Timings {
  return Object.assign(
    {},
    ...globSync(`${folder}/*.json`).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Timings),
  ) as Timings;
}

export function slowestFileLines(timings: Timings, most = 10): string[] {
  return Object.entries(timings)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([key, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${key}`);
}

export function overBudgetLines(timings: Timings, lanes: readonly { name: string; budget: number }[]): string[] {
  return lanes.flatMap(({ name, budget }) => {
    const sum = Object.entries(timings).reduce(
      (seconds, [key, one]) => seconds + (key.startsWith(`${name} `) ? one : 0),
      0,
    );
    return sum > budget ? [`${name} took ${sum.toFixed(1)} s; its budget is ${budget} s`] : [];
  });
}

/** Updates the stored timings of these files. */
export const writeTimings = (timings: Timings): void =>
  writeFileSync(timingsFile, timingsText({ ...knownTimings(), ...timings }));

export const timingsText = (timings: Timings): string =>
  `${JSON.stringify(
    Object.fromEntries(
      Object.entries(timings)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, seconds]) => [key, Math.max(0.5, Math.round(seconds * 2) / 2)]),
    ),
    null,
    2,
  )}\n`;
