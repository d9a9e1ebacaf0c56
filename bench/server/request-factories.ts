import type { SearchMode } from '../../src/v1/schemas/search.ts';
import { queriesOf } from '../search/queries.ts';
import { idOf } from '../vectors/feed.ts';

/** `path` is below `/v1`. */
export interface BenchRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

export type RequestFactory = (number: number) => BenchRequest;

const texts = queriesOf('question', 200).map(({ text }) => text);
const search =
  (mode: SearchMode): RequestFactory =>
  (number) => ({ method: 'POST', path: '/memories/search', body: { query: texts[number % texts.length], mode } });

export type RequestFactories = Record<string, RequestFactory>;

export const requestFactories = (size: number): RequestFactories => ({
  read: (number) => ({ method: 'GET', path: `/memories/${idOf((number * 7_919) % size)}` }),
  list: (number) => ({ method: 'GET', path: number % 2 === 0 ? '/memories?limit=20' : '/memories?limit=20&tag=work' }),
  'by word': search('keyword'),
  'by meaning': search('semantic'),
  'by both': search('hybrid'),
  // Last, because indexing the new notes keeps a core busy.
  create: (number) => ({
    method: 'POST',
    path: '/memories',
    body: { content: `Benchmark note ${number}: ${texts[number % texts.length]}`, tags: ['bench'] },
  }),
});
