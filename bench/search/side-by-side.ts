import { temporaryFolder } from '../../scripts/browsers/index.ts';
import type { WorkerSite } from '../chromium/worker-site.ts';
import { engineNames, type EngineName } from './engines/engine.ts';
import { figuresOf, hybridFigure, mediansOf, type Figure, type Measured } from './figures.ts';
import type { Task, TaskAnswers } from './tasks.ts';

/** How often each engine is started, each time in a fresh browser. Orama is slow, so it is started once. */
const rounds: Record<EngineName, number> = { commonplace: 3, minisearch: 3, fts5: 3, orama: 1 };

/**
 * How often the engines are compared, each time in a fresh browser. The ratios of their times vary by some percent.
 * With many notes, one comparison is enough: it takes minutes, and no ratio is near 1.
 */
const comparisonsOf = (size: number) => (size <= 10_000 ? 3 : 1);

export async function sideBySide(site: WorkerSite, size: number): Promise<Figure[]> {
  const profile = temporaryFolder('bench-search');
  const ask = <Kind extends Task['kind']>(task: Extract<Task, { kind: Kind }>) =>
    site.ask<TaskAnswers[Kind]>(profile, task);
  const all = new Map<EngineName, Measured>();
  for (const engine of engineNames) {
    const { seconds, bytes } = await ask({ kind: 'build', engine, size });
    all.set(engine, { buildSeconds: [seconds], bytes, firstAnswers: [], memory: { idle: 0, busy: 0 } });
  }
  for (let comparison = 1; comparison < comparisonsOf(size); comparison++) {
    for (const [engine, { buildSeconds }] of all) {
      const task = { kind: 'build', engine, size } satisfies Task;
      buildSeconds.push((await site.ask<TaskAnswers['build']>(temporaryFolder('bench-build'), task)).seconds);
    }
  }
  for (let round = 0; round < Math.max(...Object.values(rounds)); round++) {
    for (const engine of engineNames)
      if (round < rounds[engine]) await measureStart(site, profile, engine, size, all.get(engine)!);
  }
  const times: TaskAnswers['side by side'][] = [];
  for (let comparison = 0; comparison < comparisonsOf(size); comparison++)
    times.push(await ask({ kind: 'side by side', engines: [...engineNames], size }));
  return figuresOf(all, mediansOf(times));
}

export const hybridSideBySide = async (site: WorkerSite, size: number): Promise<Figure> =>
  hybridFigure(
    await site.ask<TaskAnswers['hybrid']>(temporaryFolder('bench-hybrid'), { kind: 'hybrid', size } satisfies Task),
  );

/** Adds the time of the engine's first answer to `measured`, and stores its memory use there. */
async function measureStart(
  site: WorkerSite,
  profile: string,
  engine: EngineName,
  size: number,
  measured: Measured,
): Promise<void> {
  const page = await site.open(profile);
  try {
    const first = await page.ask<TaskAnswers['first answer']>({ kind: 'first answer', engine, size } satisfies Task);
    measured.firstAnswers.push(first.answered);
    measured.memory.idle = await page.memory({ collectGarbage: true });
    await page.ask({ kind: 'work', engine } satisfies Task);
    measured.memory.busy = await page.memory();
  } finally {
    await page.close();
  }
}
