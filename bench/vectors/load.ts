import { feedOf } from './feed.ts';
import { mixture, type Mixture } from './mixture.ts';
import { openIndex } from './open.ts';
import type { LoadAnswer } from './questions.ts';

/** Opens the index that an earlier session of the browser stored, and runs one search. */
export async function load({ count, ...rest }: Mixture, askedAt: number): Promise<LoadAnswer> {
  const [vector] = mixture({ ...rest, count: 0 }, 1).queries;
  const { index } = openIndex();
  const before = performance.now();
  await index.catchUp(feedOf(count));
  const loaded = performance.now();
  const hits = await index.search({ vector: vector!, filters: {}, limit: 10 });
  if (hits.length !== 10) throw new Error(`Only ${hits.length} were found.`);
  const answered = performance.now();
  await index.close();
  return {
    loaded: loaded - before,
    answered: answered - before,
    sinceAsked: performance.timeOrigin + answered - askedAt,
  };
}
