import { create, insertMultiple, search } from '@orama/orama';
import { model } from '../../src/embed/bundled/model.ts';
import { keywordIndex } from '../../src/search/keyword/keyword-index.ts';
import type { Embedder } from '../../src/service/ports/embedder.ts';
import { localOwner } from '../../src/service/ports/store.ts';
import type { UnindexedMemory } from '../../src/service/ports/vector-index.ts';
import { findByBoth } from '../../src/service/search/hybrid.ts';
import type { SearchCall } from '../../src/service/search/search-call.ts';
import { indexAll } from '../vectors/index-all.ts';
import { mixture } from '../vectors/mixture.ts';
import { openIndex } from '../vectors/open.ts';
import { numberOf, opfsBlobs } from '../vectors/feed.ts';
import { queriesOf } from './queries.ts';
import { documentsOf, feedOf, seed } from './rows.ts';
import type { TaskAnswers } from './tasks.ts';

const queryCount = 60;
const warmUps = 10;

type Find = (text: string, vector: Float32Array) => Promise<string[]>;

/**
 * Times hybrid search by the service and by stock Orama. Both get the same query vectors, so neither runs a model. The
 * service doesn't compare token vectors here.
 */
export async function hybridTimes(size: number): Promise<TaskAnswers['hybrid']> {
  const options = { noise: 'flat', clusters: 500, count: size, seed, dimensions: model.dimensions } as const;
  const { points, queries } = mixture(options, queryCount + warmUps);
  const vectorAt = (number: number) => points.subarray(number * model.dimensions, (number + 1) * model.dimensions);
  const engines: [keyof TaskAnswers['hybrid'], Find][] = [
    ['commonplace', await commonplaceFind(size, vectorAt)],
    ['orama', await oramaFind(size, vectorAt)],
  ];
  const times: TaskAnswers['hybrid'] = { commonplace: [], orama: [] };
  for (const [round, { text }] of queriesOf('question', queryCount + warmUps).entries()) {
    for (const [name, find] of engines) {
      const begun = performance.now();
      const found = await find(text, queries[round]!);
      const ms = performance.now() - begun;
      if (found.length !== 10) throw new Error(`${name} found only ${found.length}.`);
      if (round >= warmUps) times[name].push(ms);
    }
    engines.reverse();
  }
  return times;
}

type VectorAt = (number: number) => Float32Array;

async function commonplaceFind(size: number, vectorAt: VectorAt): Promise<Find> {
  let work = async () => {};
  const words = keywordIndex({ files: opfsBlobs(), whenQuiet: (task) => (work = task) });
  await words.catchUp(feedOf(size));
  await work();
  const { index: vectors, runDelayedWork } = openIndex();
  await vectors.catchUp(feedOf(size));
  const { id, dimensions } = model;
  const passagesOf = ({ id: memory, text }: UnindexedMemory) => [
    { start: 0, end: text.length, vector: vectorAt(numberOf(memory)) },
  ];
  await indexAll(vectors, { id, dimensions }, passagesOf, 1_000);
  await runDelayedWork();
  // Only the parts that findByBoth uses for a query without token vectors.
  const principal = { owner: localOwner };
  const call = { parts: { keyword: () => words }, principal, prepare: async () => {} } as unknown as SearchCall;
  const semantic = { index: vectors, embedder: { model } as Embedder };
  return async (text, vector) => {
    const query = { semantic, vector, bounds: undefined, floor: 0, sure: 1 };
    const { hits } = await findByBoth(call, text, query, { filters: {}, within: undefined, limit: 10 });
    return hits.slice(0, 10).map(({ id: found }) => found);
  };
}

async function oramaFind(size: number, vectorAt: VectorAt): Promise<Find> {
  const index = create({ schema: { content: 'string', vector: `vector[${model.dimensions}]` } as const });
  await insertMultiple(
    index,
    documentsOf(size).map(({ id, content }, number) => ({ id, content, vector: [...vectorAt(number)] })),
  );
  return async (text, vector) => {
    const { hits } = await search(index, {
      mode: 'hybrid',
      term: text,
      properties: ['content'],
      vector: { value: [...vector], property: 'vector' },
      similarity: 0,
      limit: 10,
    });
    return hits.map(({ id }) => id);
  };
}
