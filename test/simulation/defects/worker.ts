import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Schedule } from '../schedule.ts';
import type { Defect } from './list.ts';

/** Runs schedules against the source with a defect, until one violates a property. */
export interface Hunt {
  defect: Defect | null;
  /** How many random schedules to run; `small scope`: every order of up to four steps instead. */
  schedules: number | 'small scope';
}

export interface Catch {
  /** The schedule that showed it; null: none did. */
  seed: number | null;
  violation: string;
}

const { defect, schedules } = workerData as Hunt;
let isPlanted = defect === null;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (defect === null || !url.endsWith(`/src/sync/${defect.file}`)) return loaded;
    const raw = loaded.source ?? '';
    const source = typeof raw === 'string' ? raw : new TextDecoder().decode(raw);
    isPlanted = source.includes(defect.find);
    return { ...loaded, source: source.replace(defect.find, () => defect.replace) };
  },
});

const { firstFailure } = await import('../run.ts');
if (!isPlanted) throw new Error(`"${defect!.name}" is no longer in ${defect!.file}`);
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
