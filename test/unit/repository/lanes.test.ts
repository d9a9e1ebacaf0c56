import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../conformance/catalogue.ts';
import { lanes, longTests, type Lane } from '../../../scripts/test/lanes.ts';
import { knownTimings } from '../../../scripts/test/timings.ts';
import { filesWithTurns, restingIn } from '../../../scripts/test/turns.ts';
import { sampleCases } from '../../support/sampled-cases.ts';

const filesOf = (patterns: string[], exclude: string[] = []) =>
  globSync(patterns, { exclude }).map((file) => file.replaceAll('\\', '/'));
const testFiles = filesOf(['{test,src,conformance,scripts,bench}/**/*.{test,spec}.{ts,tsx,mjs,js}']);

/** The names of the lanes that run a file. */
const lanesOf = (file: string, among: readonly Lane[] = lanes) =>
  among.filter(({ include, exclude }) => filesOf(include, exclude).includes(file)).map(({ name }) => name);

describe('every test file', () => {
  test('runs in one lane, or in both browsers', () => {
    const filesOfLanes = new Map(lanes.map(({ name, include, exclude }) => [name, new Set(filesOf(include, exclude))]));
    const wrong = testFiles.filter((file) => {
      const names = [...filesOfLanes].filter(([, files]) => files.has(file)).map(([name]) => name);
      return !(names.length === 1 || (names.length === 2 && names.every((name) => name.startsWith('e2e:'))));
    });
    expect(testFiles.length).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
  });

  test('whose name contains `.long.` matches the pattern of long tests', () => {
    expect(filesOf([longTests]).filter((file) => !testFiles.includes(file))).toEqual([]);
    expect(testFiles.filter((file) => file.includes('.long.') && !filesOf([longTests]).includes(file))).toEqual([]);
  });

  test('with the ending `.screen` runs in one browser in `npm test`, and in both in `npm run test:all`', () => {
    const inNpmTest = lanes.map((lane) => ({ ...lane, exclude: [...lane.exclude, ...lane.allOnly] }));
    const screens = testFiles.filter((file) => file.endsWith('.screen.test.ts'));
    expect(screens.length).toBeGreaterThan(5);
    for (const file of screens) {
      expect(lanesOf(file)).toEqual(['e2e:chromium', 'e2e:firefox']);
      expect(lanesOf(file, inNpmTest)).toEqual(['e2e:chromium']);
    }
  });

  test('runs at least once in any five days, but not all run on one day', () => {
    const all = lanes.map(({ name, include, exclude, allOnly }) => ({
      name,
      files: filesOf(include, [...exclude, ...allOnly]),
    }));
    const dayOf = (seed: number) =>
      all.flatMap(({ name, files }) => {
        const resting = new Set(restingIn(name, seed));
        return files.filter((file) => !resting.has(file)).map((file) => `${name} ${file}`);
      });
    const everything = new Set(all.flatMap(({ name, files }) => files.map((file) => `${name} ${file}`)));
    const days = Array.from({ length: 10 }, (_, index) => dayOf(20_780 + index));
    for (const day of days) expect(day.length).toBeLessThan(everything.size);
    for (const start of [0, 1, 2, 3, 4, 5]) expect(new Set(days.slice(start, start + 5).flat())).toEqual(everything);
  });

  test('that takes turns runs on one day of five, in each browser on a different day', () => {
    const timings = {
      'server test/a.test.ts': 40,
      'e2e:chromium test/b.test.ts': 3,
      'e2e:firefox test/b.test.ts': 9,
      'unit test/c.test.ts': 8,
      'server test/d.test.ts': 4.5,
      'extension test/e.test.ts': 7.5,
      'unit test/unit/conformance/in-process.test.ts': 40,
    };
    const files = new Map([...filesWithTurns(timings)].filter(([file]) => !file.includes('.either.')));
    expect([...files.keys()]).toEqual(['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts']);
    const turnsOf = (lane: Lane['name'], file: string) =>
      [0, 1, 2, 3, 4].map((seed) => (restingIn(lane, seed, files).includes(file) ? '-' : 'x')).join('');
    expect(turnsOf('server', 'test/a.test.ts')).toBe('x----');
    expect(turnsOf('e2e:chromium', 'test/b.test.ts')).toBe('-x---');
    expect(turnsOf('e2e:firefox', 'test/b.test.ts')).toBe('---x-');
  });

  test('that takes turns gets a day such that the Firefox tests of no day take less than half of the average', () => {
    const timings = knownTimings();
    const { include, exclude, allOnly } = lanes.find(({ name }) => name === 'e2e:firefox')!;
    const secondsOn = (seed: number) =>
      filesOf(include, [...exclude, ...allOnly, ...restingIn('e2e:firefox', seed)])
        .map((file) => timings[`e2e:firefox ${file}`] ?? 0)
        .reduce((sum, seconds) => sum + seconds, 0);
    const days = [0, 1, 2, 3, 4].map(secondsOn);
    const average = days.reduce((sum, seconds) => sum + seconds, 0) / days.length;
    for (const seconds of days) expect(seconds).toBeGreaterThan(average / 2);
  });

  test('control: has no lane in a list without its lane', () => {
    const [first] = lanes;
    expect(lanesOf('test/server/store/store.test.ts', [first!])).toEqual([]);
  });
});

describe('the sampled conformance cases', () => {
  const claims = (cases: readonly { covers: readonly string[] }[]) => new Set(cases.flatMap(({ covers }) => covers));

  test.each([1, 2, 20_779])('cover every claim with seed %i', (seed) => {
    expect(claims(sampleCases(catalogue, seed))).toEqual(claims(catalogue));
  });

  test('are fewer than half of all cases and depend only on the seed', () => {
    expect(sampleCases(catalogue, 1).length).toBeLessThan(catalogue.length / 2);
    expect(sampleCases(catalogue, 1)).toEqual(sampleCases(catalogue, 1));
    expect(sampleCases(catalogue, 1)).not.toEqual(sampleCases(catalogue, 2));
  });

  test('include each case on at least one of 120 days', () => {
    const days = Array.from({ length: 120 }, (_, day) => sampleCases(catalogue, 20_000 + day));
    expect(new Set(days.flat()).size).toBe(catalogue.length);
  });
});
