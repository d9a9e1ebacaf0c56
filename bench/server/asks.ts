import type { SearchMode } from '../../src/v1/schemas/search.ts';
import { queriesOf } from '../search/queries.ts';
import { idOf } from '../vectors/feed.ts';

/** A request below `/v1`. */
export interface BenchRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

/** Returns the n-th request of a kind. */
export type Ask = (number: number) => BenchRequest;

const texts = queriesOf('question', 200).map(({ text }) => text);
const search =
  (mode: SearchMode): Ask =>
  (number) => ({ method: 'POST', path: '/memories/search', body: { query: texts[number % texts.length], mode } });

/** By kind of request. */
export type Asks = Record<string, Ask>;

/** `size`: the number of notes. */
export const asksOf = (size: number): Asks => ({
  read: (number) => ({ method: 'GET', path: `/memories/${idOf((number * 7_919) % size)}` }),
  list: (number) => ({ method: 'GET', path: number % 2 === 0 ? '/memories?limit=20' : '/memories?limit=20&tag=work' }),
  'by word': search('keyword'),
  'by meaning': search('semantic'),
  'by both': search('hybrid'),
  // Last, since the model then indexes the new notes, which occupies a core.
  create: (number) => ({
    method: 'POST',
    path: '/memories',
    body: { content: `A note of the bench, the ${number}th: ${texts[number % texts.length]}`, tags: ['bench'] },
  }),
});
