import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { parentPort, workerData } from 'node:worker_threads';

export interface CoverageRequest {
  seeds: readonly number[];
  files: readonly string[];
}

/** A branch that no schedule reached. */
export interface Branch {
  /** The file, and the text of the line where the branch begins. */
  line: string;
  code: string;
}

const { seeds, files } = workerData as CoverageRequest;
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
const { scheduleOf } = await import('../schedule.ts');
const { runSchedule } = await import('../world.ts');
for (const seed of seeds) await runSchedule(scheduleOf(seed));
const { result } = await session.post('Profiler.takePreciseCoverage');

const unreached = files.flatMap((file) => {
  const url = new URL(`../../../src/sync/${file}`, import.meta.url);
  // Node blanks out the types, so positions are the same in the running code and in the source.
  const source = readFileSync(url, 'utf8');
  const ranges = result.find((script) => script.url === url.href)?.functions.flatMap((one) => one.ranges) ?? [];
  if (ranges.length === 0) throw new Error(`${file} isn't loaded.`);
  return ranges
    .filter(({ count }) => count === 0)
    .map(({ startOffset, endOffset }) => ({
      line: `${file}: ${source.slice(source.lastIndexOf('\n', startOffset) + 1, source.indexOf('\n', startOffset)).trim()}`,
      code: source.slice(startOffset, endOffset).replaceAll(/\s+/g, ' ').trim(),
    }));
});
parentPort!.postMessage(unreached satisfies Branch[]);
