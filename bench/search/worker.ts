import { randomFrom } from '../../scripts/random.ts';
import { opfsBlobs } from '../vectors/feed.ts';
import { commonplace } from './engines/commonplace.ts';
import { fts5 } from './engines/fts5.ts';
import {
  queryKinds,
  type Engine,
  type EngineName,
  type MakeEngine,
  type Query,
  type QueryKind,
  type QueryRow,
} from './engines/engine.ts';
import { minisearch } from './engines/minisearch.ts';
import { orama } from './engines/orama.ts';
import { hybridTimes } from './hybrid.ts';
import { firstQuery, queriesOf } from './queries.ts';
import { seed } from './rows.ts';
import type { Task, TaskAnswers } from './tasks.ts';

const engines: Record<EngineName, MakeEngine> = { commonplace, minisearch, fts5, orama };
const queriesOfAKind = 120;
/**
 * Limits of the warm-up for each kind of query. Browsers optimise a function only after a few hundred calls. Without a
 * warm-up, the figures would show which engine has less code to compile.
 */
const warmUps = { most: 3_000, milliseconds: 6_000 };
/**
 * Limits of the measurement for each kind of query. In a round, every engine gets all queries of the kind. No round
 * starts after `milliseconds`.
 */
const rounds = { most: 20, milliseconds: 10_000 };
/** As `rounds`, for new queries. */
const onceRounds = { most: 8, milliseconds: 10_000 };

let opened: Engine;

async function openEngine(name: EngineName, size: number): Promise<Engine> {
  const engine = engines[name](opfsBlobs());
  await engine.open(size);
  return engine;
}

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

/** Queries that neither the warm-up nor the other rounds use. */
function newQueries(kind: QueryKind): (round: number) => Query[] {
  const before = queriesOfAKind + warmUps.most;
  const all = queriesOf(kind, before + onceRounds.most * queriesOfAKind).slice(before);
  return (round) => all.slice(round * queriesOfAKind, (round + 1) * queriesOfAKind);
}

/**
 * The milliseconds of each query by engine: the mean over the rounds, since a browser's clock has steps of 5 µs.
 * `queriesIn` gives the queries of a round. An engine gets all queries of a round in a row, because switching engines
 * after each query would displace an engine's data from the processor's caches. The order of the engines is random,
 * since an engine's garbage slows the next one.
 */
async function timesOf(
  all: [EngineName, Engine][],
  queriesIn: (round: number) => Query[],
  { most, milliseconds }: typeof rounds,
  random: () => number,
): Promise<Map<EngineName, number[]>> {
  const totals = new Map(all.map(([name]) => [name, Array.from({ length: queriesOfAKind }, () => 0)]));
  const end = performance.now() + milliseconds;
  let round = 0;
  for (; round < most && (round === 0 || performance.now() < end); round++) {
    const queries = queriesIn(round);
    for (const [name, engine] of shuffled(all, random)) {
      const total = totals.get(name)!;
      for (let index = 0; index < queries.length; index++) {
        const start = performance.now();
        await engine.search(queries[index]!);
        total[index]! += performance.now() - start;
      }
    }
  }
  return new Map(Array.from(totals, ([name, total]) => [name, total.map((sum) => sum / round)]));
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
      Partial<Record<QueryRow, number[]>>
    >;
    const random = randomFrom(seed);
    for (const kind of queryKinds) {
      const able = all.filter(([, { cannot }]) => !cannot?.includes(kind));
      await warmUp(able, kind);
      const same = queriesOf(kind, queriesOfAKind);
      for (const [name, own] of await timesOf(able, newQueries(kind), onceRounds, random))
        times[name][`${kind}, once`] = own;
      for (const [name, own] of await timesOf(able, () => same, rounds, random)) times[name][kind] = own;
    }
    return times;
  },

  hybrid: ({ size }) => hybridTimes(size),
};

onmessage = ({ data }: MessageEvent<Task & { askedAt: number }>) => {
  const work = tasks[data.kind] as (task: Task, askedAt: number) => Promise<unknown>;
  // Reports the error outside any promise, so that the page's `onerror` gets it.
  work(data, data.askedAt).then(postMessage, (error: unknown) => setTimeout(() => reportError(error)));
};
