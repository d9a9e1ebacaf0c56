import { globSync } from 'node:fs';
import { daySeed } from './day-seed.ts';
import type { Lane } from './lanes.ts';
import { knownTimings, type Timings } from './timings.ts';

/*
 * In `npm test`, slow files take turns: each runs on one day in five, since together they take more than ten minutes.
 * Five, because tests also vary other things by day, which repeat after two, three or four days: in time, each file
 * runs with every combination.
 */

export const days = 5;

/**
 * `atLeast`: a file of the lane takes turns if it needs at least this many seconds. `offset`: shifts the days of the
 * lane, so that a file that runs in both browsers runs on different days.
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
 * Kinds of files, each spread evenly over the days: tests that run in Firefox, other browser tests, server tests, and
 * all others.
 */
const kinds = [/^test\/e2e\/(?!.*\.(?:chromium|screen)\.)/, /^test\/e2e\//, /^test\/server\//, /./];
const kindOf = (file: string) => kinds.findIndex((kind) => kind.test(file));

/** The files that take turns: kind by kind, in each kind the longest first, so that all days take about as long. */
export function filesWithTurns(timings: Timings = knownTimings()): string[] {
  const longest = new Map(either.map((file) => [file, 0]));
  for (const [key, seconds] of Object.entries(timings)) {
    const [lane, file] = key.split(' ') as [Lane['name'], string];
    if ((seconds >= turns[lane].atLeast && !daily.includes(file)) || longest.has(file))
      longest.set(file, Math.max(seconds, longest.get(file) ?? 0));
  }
  return [...longest]
    .toSorted(
      ([file, seconds], [otherFile, other]) =>
        kindOf(file) - kindOf(otherFile) || other - seconds || (file < otherFile ? -1 : 1),
    )
    .map(([file]) => file);
}

const withTurns = filesWithTurns();

const turnAt = (lane: Lane['name'], index: number) => (days - ((index + turns[lane].offset) % days)) % days;

/** The seed modulo `days` with which a file runs in a lane; undefined if it runs every day. */
export function turnOf(lane: Lane['name'], file: string): number | undefined {
  const index = withTurns.indexOf(file);
  return index === -1 ? undefined : turnAt(lane, index);
}

/** The files that don't run in this lane today. Files of other lanes may be among them. */
export const restingIn = (lane: Lane['name'], seed = daySeed, files = withTurns): string[] =>
  files.filter((_, index) => turnAt(lane, index) !== seed % days);
