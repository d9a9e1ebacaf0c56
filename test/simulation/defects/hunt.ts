import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Defect } from './list.ts';
import type { Catch, Hunt } from './worker.ts';

/**
 * Runs schedules in a separate thread, with the defect planted into the source, until one violates a property. With
 * null, the source stays unchanged.
 */
export function hunt(defect: Defect | null, schedules: Hunt['schedules']): Promise<Catch> {
  return huntPlanted(defect && plant(defect), schedules);
}

/** Like {@link hunt}, with one file of src/sync replaced. Throws after `limitMs`, and if the thread fails. */
export function huntPlanted(
  planted: Hunt['planted'],
  schedules: Hunt['schedules'],
  limitMs = Number.POSITIVE_INFINITY,
): Promise<Catch> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData: { planted, schedules } satisfies Hunt,
      execArgv: [],
    });
    const stop = () => {
      reject(new Error('The schedules didn’t end in time.'));
      void worker.terminate();
    };
    const timer = Number.isFinite(limitMs) ? setTimeout(stop, limitMs) : undefined;
    worker.once('message', (caught: Catch) => resolve(caught));
    worker.once('error', reject);
    worker.once('exit', () => clearTimeout(timer));
  });
}

/** The file with the defect. Throws if the code to replace is no longer in it. */
export function plant({ name, file, find, replace }: Defect): Hunt['planted'] {
  const source = readFileSync(new URL(`../../../src/sync/${file}`, import.meta.url), 'utf8');
  if (!source.includes(find)) throw new Error(`"${name}" is no longer in ${file}`);
  return { file, source: source.replace(find, () => replace) };
}
