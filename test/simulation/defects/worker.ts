import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Schedule } from '../schedule.ts';

/** The worker's task: run schedules on a changed source until one violates a property. */
export interface Hunt {
  /** A file below src/sync, and the source to run in its place. */
  planted: { file: string; source: string } | null;
  /**
   * - a number: this many random schedules
   * - `small scope`: every sequence of up to four steps
   * - `crash points`: some schedules, once for each point at which a device can crash
   * - `no crash`: the same schedules without a crash
   */
  schedules: number | 'small scope' | 'crash points' | 'no crash';
}

export interface Catch {
  seed: number | null;
  violation: string;
  ran: number;
}

const { planted, schedules } = workerData as Hunt;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    return planted !== null && url.endsWith(`/src/sync/${planted.file}`)
      ? { ...loaded, source: planted.source }
      : loaded;
  },
});

const { firstFailure } = await import('../run.ts');
const { mixedSeeds } = await import('../families.ts');
const { scheduleOf } = await import('../schedule.ts');
const { withEachCrash, withoutCrash } = await import('../crash-points.ts');
const { settings, smallScope } = await import('../small-scope.ts');

async function schedulesToRun(): Promise<Iterable<Schedule>> {
  if (schedules === 'crash points') return withEachCrash();
  if (schedules === 'no crash') return withoutCrash;
  return schedules === 'small scope' ? everySmallScope() : random(schedules);
}

function* everySmallScope(): Generator<Schedule, void> {
  for (const setting of settings) yield* smallScope(setting, 4);
}

function* random(most: number): Generator<Schedule, void> {
  for (let seed = 1; seed <= most; seed++) yield scheduleOf(seed + mixedSeeds[seed % mixedSeeds.length]!);
}

let ran = 0;

function* counted(all: Iterable<Schedule>): Generator<Schedule, void> {
  for (const schedule of all) {
    ran++;
    yield schedule;
  }
}

const failure = await firstFailure(counted(await schedulesToRun()));
parentPort!.postMessage({
  seed: failure?.schedule.seed ?? null,
  violation: failure?.violations[0] ?? '',
  ran,
} satisfies Catch);
