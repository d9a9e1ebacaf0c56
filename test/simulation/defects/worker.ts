import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Schedule } from '../schedule.ts';

/** Runs schedules against a changed source, until one violates a property. */
export interface Hunt {
  /** A file below src/sync, and what is in its place. */
  planted: { file: string; source: string } | null;
  /** How many random schedules to run; `small scope`: every order of up to four steps instead. */
  schedules: number | 'small scope';
}

export interface Catch {
  /** The schedule that showed it; null: none did. */
  seed: number | null;
  violation: string;
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
const { scheduleOf } = await import('../schedule.ts');
const { settings, smallScope } = await import('../small-scope.ts');

function* chosen(): Generator<Schedule, void> {
  if (schedules === 'small scope') for (const setting of settings) yield* smallScope(setting, 4);
  else for (let seed = 1; seed <= schedules; seed++) yield scheduleOf(seed);
}

const failure = await firstFailure(chosen());
parentPort!.postMessage({
  seed: failure?.schedule.seed ?? null,
  violation: failure?.violations[0] ?? '',
} satisfies Catch);
