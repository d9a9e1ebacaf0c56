import { globSync } from 'node:fs';
import { days, daySeed } from './day-seed.ts';
import type { Lane } from './lanes.ts';
import { knownTimings, type Timings } from './timings.ts';

/*
 * In `npm test`, slow files take turns: a lane runs each on one day in five. The cycle has five days because most tests
 * vary other things in cycles of two, three or four days. Five shares no factor with these numbers, so over time each
 * file runs with every combination.
 */

/**
 * `atLeast`: the seconds from which a file of the lane takes turns. `offset`: shifts the days of the lane, so that a
 * file runs in each browser on a different day.
 */
const turns: Record<Lane['name'], { atLeast: number; offset: number }> = {
  unit: { atLeast: 8, offset: 0 },
  extension: { atLeast: 8, offset: 0 },
  server: { atLeast: 5, offset: 0 },
  'e2e:chromium': { atLeast: 5, offset: 0 },
  'e2e:firefox': { atLeast: 5, offset: 2 },
};

/** The files that run every day, however long they take: they test what everything else builds on. */
const daily = [
  'test/unit/conformance/in-process.test.ts',
  'test/unit/service/linear-work.test.ts',
  'test/unit/store/dexie/store.test.ts',
  'test/unit/sync/simulation.test.ts',
];

/** Tests that hardly depend on the kind of browser. They take turns even if they are short. */
const either = globSync('test/e2e/**/*.either.test.ts').map((file) => file.replaceAll('\\', '/'));

/**
 * Kinds of files: tests that run in Firefox, other browser tests, server tests, and all others. Each kind is spread
 * evenly over the days.
 */
const kinds = [/^test\/e2e\/(?!.*\.(?:chromium|screen)\.)/, /^test\/e2e\//, /^test\/server\//, /./];
const kindOf = (file: string) => kinds.findIndex((kind) => kind.test(file));

/** The day (the seed modulo `days`) on which a lane runs a file. `day`: the file's day, before the lane's offset. */
const dayIn = (lane: Lane['name'], day: number) => (day + turns[lane].offset) % days;

const runsInNpmTest = (lane: Lane['name'], file: string) => lane !== 'e2e:firefox' || !file.endsWith('.screen.test.ts');

function secondsOfFilesWithTurns(timings: Timings): Map<string, [lane: Lane['name'], seconds: number][]> {
  const known = Object.entries(timings)
    .map(([key, seconds]) => {
      const [lane, file] = key.split(' ') as [Lane['name'], string];
      return { lane, file, seconds };
    })
    .filter(({ lane, file }) => runsInNpmTest(lane, file));
  const turned = new Set(either);
  for (const { lane, file, seconds } of known)
    if (seconds >= turns[lane].atLeast && !daily.includes(file)) turned.add(file);
  const found = new Map<string, [Lane['name'], number][]>([...turned].map((file) => [file, []]));
  for (const { lane, file, seconds } of known) found.get(file)?.push([lane, seconds]);
  return found;
}

/**
 * The files that take turns, each with its day (the seed modulo `days`) before the lane's offset. Within a kind, the
 * longest files come first. Each file gets the day that has the least to do.
 */
export function filesWithTurns(timings: Timings = knownTimings()): Map<string, number> {
  const sums = Array.from({ length: days }, () => 0);
  const total = (seconds: [Lane['name'], number][]) => seconds.reduce((sum, [, one]) => sum + one, 0);
  return new Map(
    [...secondsOfFilesWithTurns(timings)]
      .toSorted(
        ([file, seconds], [otherFile, other]) =>
          kindOf(file) - kindOf(otherFile) || total(other) - total(seconds) || (file < otherFile ? -1 : 1),
      )
      .map(([file, seconds]) => {
        const sumsWith = (day: number) => seconds.map(([lane, one]) => sums[dayIn(lane, day)]! + one);
        const longest = sums.map((_, day) => Math.max(0, ...sumsWith(day)));
        const day = longest.indexOf(Math.min(...longest));
        for (const [lane, one] of seconds) sums[dayIn(lane, day)]! += one;
        return [file, day];
      }),
  );
}

const withTurns = filesWithTurns();

/** The day (the seed modulo `days`) on which a file runs in a lane; undefined if it runs every day. */
export function turnOf(lane: Lane['name'], file: string): number | undefined {
  const day = withTurns.get(file);
  return day === undefined ? undefined : dayIn(lane, day);
}

/** The files that don't run in this lane today. The list can include files of other lanes. */
export const restingIn = (lane: Lane['name'], seed = daySeed, files = withTurns): string[] =>
  [...files].filter(([, day]) => dayIn(lane, day) !== seed % days).map(([file]) => file);
