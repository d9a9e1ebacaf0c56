import { randomFrom } from '../../scripts/random.ts';
import { opfsBlobs } from '../vectors/feed.ts';
import { commonplace } from './engines/commonplace.ts';
import { fts5 } from './engines/fts5.ts';
import { queryKinds, type Engine, type EngineName, type MakeEngine, type QueryKind } from './engines/engine.ts';
import { minisearch } from './engines/minisearch.ts';
import { orama } from './engines/orama.ts';
import { hybridTimes } from './hybrid.ts';
import { firstQuery, queriesOf } from './queries.ts';
import { seed } from './rows.ts';
import type { Task, TaskAnswers } from './tasks.ts';

const engines: Record<EngineName, MakeEngine> = { commonplace, minisearch, fts5, orama };
const queriesOfAKind = 60;
/**
 * The maximum number of queries of each kind that run before the measured ones, and the maximum time for them. Browsers optimise a function only
 * after a few hundred calls. Without a warm-up, the figures would show which engine has less code to compile, not which
 * one searches faster.
 */
const warmUps = { most: 500, milliseconds: 6_000 };

let opened: Engine;

async function openEngine(name: EngineName, size: number): Promise<Engine> {
  const engine = engines[name](opfsBlobs());
  await engine.open(size);
  return engine;
}

/** Sends queries of a kind to all engines in turn. None of these queries is measured later. */
async function warmUp(all: [EngineName, Engine][], kind: QueryKind): Promise<void> {
  const end = performance.now() + warmUps.milliseconds;
  for (const query of queriesOf(kind, queriesOfAKind + warmUps.most).slice(queriesOfAKind)) {
    for (const [, engine] of all) await engine.search(query);
    if (performance.now() > end) return;
  }
}

function shuffled<Item>(items: Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/** Returns the milliseconds of one query. */
async function timed(engine: Engine, query: Parameters<Engine['search']>[0]): Promise<number> {
  const start = performance.now();
  await engine.search(query);
  return performance.now() - start;
}

const tasks: {
  [Kind in Task['kind']]: (task: Extract<Task, { kind: Kind }>, askedAt: number) => Promise<TaskAnswers[Kind]>;
} = {
  async build({ engine, size }) {
    let bytes = 0;
    const files = opfsBlobs();
    const sizes = new Map<string, number>();
    const start = performance.now();
    await engines[engine]({
      read: files.read,
      write: (name, contents) => (sizes.set(name, contents.length), files.write(name, contents)),
      remove: (name) => (sizes.delete(name), files.remove(name).catch(() => {})),
    }).build(size);
    for (const size of sizes.values()) bytes += size;
    return { seconds: (performance.now() - start) / 1_000, bytes };
  },

  async 'first answer'({ engine, size }, askedAt) {
    opened = await openEngine(engine, size);
    const ids = await opened.search(firstQuery);
    if (ids.length === 0) throw new Error(`${engine} found nothing.`);
    return { answered: performance.timeOrigin + performance.now() - askedAt };
  },

  async work() {
    const queries = queryKinds.flatMap((kind) => queriesOf(kind, queriesOfAKind));
    for (const query of queries) await opened.search(query);
    return { queries: queries.length };
  },

  async 'side by side'({ engines: names, size }) {
    const all: [EngineName, Engine][] = [];
    for (const name of names) all.push([name, await openEngine(name, size)]);
    const times = Object.fromEntries(names.map((name) => [name, {}])) as Record<
      EngineName,
      Partial<Record<QueryKind, number[]>>
    >;
    const random = randomFrom(seed);
    for (const kind of queryKinds) {
      const able = all.filter(([, { cannot }]) => !cannot?.includes(kind));
      await warmUp(able, kind);
      for (const query of queriesOf(kind, queriesOfAKind)) {
        // A random order, since an engine's garbage, and what it displaces from the caches, slow the next engine.
        for (const [name, engine] of shuffled(able, random))
          (times[name][kind] ??= []).push(await timed(engine, query));
      }
    }
    return times;
  },

  hybrid: ({ size }) => hybridTimes(size),
};

onmessage = ({ data }: MessageEvent<Task & { askedAt: number }>) => {
  const work = tasks[data.kind] as (task: Task, askedAt: number) => Promise<unknown>;
  // Thrown outside any promise, so the page's `onerror` sees it.
  work(data, data.askedAt).then(postMessage, (error: unknown) => setTimeout(() => reportError(error)));
};
