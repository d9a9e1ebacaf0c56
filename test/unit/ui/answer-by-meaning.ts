import type { Memory } from '../../../src/v1/schemas/memory.ts';
import type { Search, SearchAnswer, SearchHit } from '../../../src/v1/schemas/search.ts';
import type { RequestHandler } from './connection.ts';

/** A hit found by meaning alone. */
export const near = (memory: Memory, semantic: number): SearchHit => ({
  ...memory,
  score: semantic,
  match: { keyword: null, semantic, words: [], certain: semantic >= 0.5, passage: null },
});

/** Answers searches by meaning with the hits from `answer`; the service handles everything else. */
export const meaning =
  (answer: (search: Search) => SearchHit[]): RequestHandler =>
  async (request, pass) => {
    const search = request.path.endsWith('/search') ? (JSON.parse(request.body!) as Search) : undefined;
    if (search === undefined || search.mode === 'keyword') return pass();
    const body: SearchAnswer = {
      memories: answer(search),
      mode: 'like' in search ? 'semantic' : 'hybrid',
      coverage: 1,
    };
    return { commonplace: 1, status: 200, headers: {}, body: JSON.stringify(body) };
  };
