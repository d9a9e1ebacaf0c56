import type { Claim } from './claim.ts';

export const searchClaims = {
  'search.query': { from: 'ours', says: 'A query has 1 to 1,024 characters; a search has either query or like.' },
  'search.prefix': {
    from: 'ours',
    says: 'The last word of a query also matches as a prefix, unless white space follows it.',
  },
  'search.any-word': { from: 'ours', says: 'A memory needn’t contain every word of the query.' },
  'search.fields': { from: 'ours', says: 'Content, title, tags and the host of the url are searched.' },
  'search.at-once': { from: 'ours', says: 'A confirmed write is found by the next search.' },
  'search.like': {
    from: 'ours',
    says: 'like takes memoryId or text (at most 64 KiB) and searches by meaning, excluding the memory itself; without a model it is 503.',
  },
  'search.languages': {
    from: 'ours',
    says: 'In each language that the model knows, a query finds by meaning memories in the same language and in English.',
  },
  'search.waiting': {
    from: 'ours',
    says: 'One user may have 8 texts of like and 64 queries waiting for the model. Beyond that, the token with the most waiting loses its latest one: a like is 429; a query is searched by word alone.',
    elsewhere: 'test/unit/service/search/turns.test.ts',
  },
  'search.mode': { from: 'ours', says: 'mode defaults to hybrid; the answer’s mode is the one used.' },
  'search.coverage': {
    from: 'ours',
    says: 'coverage is the share of the searched memories with vectors of the model; 0 in mode keyword, 1 when there is nothing to search.',
  },
  'search.limit': { from: 'ours', says: 'limit is 1 to 100, default 10.' },
  'search.filters': {
    from: 'ours',
    says: 'filters also takes source, createdAfter and createdBefore; all filters must match.',
  },
  'search.filled': {
    from: 'ours',
    says: 'A filtered search fills its limit, because filters apply during the search, not after it.',
  },
  'search.score': { from: 'ours', says: 'score is 0 to 1; hits are sorted by it, highest first.' },
  'search.match': {
    from: 'ours',
    says: 'Each hit has match: keyword and semantic are strengths from 0 to 1, or null if that kind of search didn’t run.',
  },
  'search.words': { from: 'ours', says: 'match.words are the words that matched.' },
  'search.certain': {
    from: 'ours',
    says: 'match.certain is true for a likely match, such as a hit that contains every query word.',
  },
  'search.certain-first': { from: 'ours', says: 'Certain hits come before all others.' },
  'search.passage': {
    from: 'ours',
    says: 'match.passage is the part of the content nearest in meaning; null if that part is the whole content, or if the search by meaning didn’t find the memory.',
  },
  'search.words-first': {
    from: 'ours',
    says: 'In hybrid mode, a memory with any query word precedes all that have none and aren’t near in meaning.',
  },
  'search.floor': {
    from: 'ours',
    says: 'In a hybrid search, a memory that shares no word with the query and is far from it in meaning is not found.',
    elsewhere: 'test/unit/service/search/modes.test.ts',
  },
  'search.comparable': {
    from: 'ours',
    says: 'match.keyword can be compared across queries: it is BM25 divided by its upper bound for the query.',
  },
} as const satisfies Record<string, Claim>;
