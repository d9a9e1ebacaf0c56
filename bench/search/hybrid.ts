import { create, insertMultiple, search } from '@orama/orama';
import { model } from '../../src/embed/bundled/model.ts';
import { keywordIndex } from '../../src/search/keyword/keyword-index.ts';
import { fuse } from '../../src/service/search/fusion.ts';
import { wordCoverageOf } from '../../src/service/search/word-coverage.ts';
import { mixture } from '../vectors/mixture.ts';
import { openIndex } from '../vectors/open.ts';
import { numberOf, opfsBlobs } from '../vectors/feed.ts';
import { queriesOf } from './queries.ts';
import { documentsOf, feedOf, seed } from './rows.ts';
import type { TaskAnswers } from './tasks.ts';

const queryCount = 60;
const warmUps = 10;
const candidates = 60;

/** The ten best ids for a text and its vector. */
type Find = (text: string, vector: Float32Array) => Promise<string[]>;

/**
 * Times hybrid search by this project's indexes and fusion, and by stock Orama, over the same notes and vectors. Neither
 * computes the vector of a query, and ours leaves out late interaction.
 */
export async function hybridTimes(size: number): Promise<TaskAnswers['hybrid']> {
  const given = { noise: 'flat', clusters: 500, count: size, seed, dimensions: model.dimensions } as const;
  const { points, queries } = mixture(given, queryCount + warmUps);
  const vectorAt = (number: number) => points.subarray(number * model.dimensions, (number + 1) * model.dimensions);
  const engines: [keyof TaskAnswers['hybrid'], Find][] = [
    ['commonplace', await ours(size, vectorAt)],
    ['orama', await oramas(size, vectorAt)],
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

async function ours(size: number, vectorAt: VectorAt): Promise<Find> {
  let work = async () => {};
  const words = keywordIndex({ files: opfsBlobs(), whenQuiet: (given) => (work = given) });
  await words.catchUp(feedOf(size));
  await work();
  const { index: vectors, quiet } = openIndex();
  await vectors.catchUp(feedOf(size));
  const { id, dimensions } = model;
  for (;;) {
    const page = await vectors.unindexed({ id, dimensions }, 1_000);
    if (page.length === 0) break;
    for (const memory of page)
      await vectors.keep(id, memory, [{ start: 0, end: memory.text.length, vector: vectorAt(numberOf(memory.id)) }]);
  }
  await quiet();
  return async (text, vector) => {
    const near = await vectors.search({ vector, filters: {}, limit: candidates });
    const worded = await words.search({
      text: `${text} `,
      filters: {},
      limit: candidates,
      also: near.map(({ id }) => id),
    });
    const cosines = new Map(near.map(({ id, cosine }) => [id, cosine]));
    const missing = worded.map(({ id }) => id).filter((id) => !cosines.has(id));
    for (const { id, cosine } of await vectors.search({ vector, filters: {}, limit: 0, also: missing }))
      cosines.set(id, cosine);
    const coverage = wordCoverageOf(text);
    const byWord = new Map(worded.map((hit) => [hit.id, hit]));
    const ids = [...new Set([...byWord.keys(), ...cosines.keys()])];
    const all = ids.map((id) => ({
      id,
      keyword: byWord.get(id)?.strength ?? 0,
      wordCoverage: coverage(byWord.get(id)?.words ?? []),
      semantic: cosines.get(id) ?? 0,
    }));
    return fuse(all, 1)
      .slice(0, 10)
      .map(({ candidate }) => candidate.id);
  };
}

async function oramas(size: number, vectorAt: VectorAt): Promise<Find> {
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
