import { globSync } from 'node:fs';
import { daySeed } from './day-seed.ts';
import { knownTimings, type Timings } from './timings.ts';

/*
 * In `npm test`, files that need a browser or a server and take long have turns: each runs on one day of five, since all
 * of them together take more than ten minutes. Five, because other things that tests vary by day repeat after two, three
 * or four days: in time, each file runs with every combination.
 */

/** A file that takes at least this many seconds has turns. */
const turnSeconds = 5;
const days = 5;

/** Files that run in both browsers do so on different days. */
const offsets = { server: 0, 'e2e:chromium': 0, 'e2e:firefox': 2 } as const;
type LaneWithTurns = keyof typeof offsets;
export const hasTurns = (lane: string): lane is LaneWithTurns => lane in offsets;

/** Tests that hardly depend on the kind of browser. They have turns even if they are short. */
const either = globSync('test/e2e/**/*.either.test.ts').map((file) => file.replaceAll('\\', '/'));

/** The files with turns, longest first, so that each day takes about as long. */
export function filesWithTurns(timings: Timings = knownTimings()): string[] {
  const longest = new Map(either.map((file) => [file, 0]));
  for (const [key, seconds] of Object.entries(timings)) {
    const [lane, file] = key.split(' ') as [string, string];
    if (hasTurns(lane) && (seconds >= turnSeconds || longest.has(file)))
      longest.set(file, Math.max(seconds, longest.get(file) ?? 0));
  }
  return [...longest]
    .toSorted(([file, seconds], [otherFile, other]) => other - seconds || (file < otherFile ? -1 : 1))
    .map(([file]) => file);
}

const withTurns = filesWithTurns();

/** The files that don't run in this lane today. Files of other lanes may be among them. */
export const restingIn = (lane: LaneWithTurns, seed = daySeed, files = withTurns): string[] =>
  files.filter((_, index) => (index + seed + offsets[lane]) % days !== 0);
