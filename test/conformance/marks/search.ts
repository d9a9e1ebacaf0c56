import type { Mark } from './mark.ts';

/** Decisions of ours on search. */
export const searchMarks = {
  'search.query': { from: 'ours', says: 'A query has 1 to 1,024 characters; a search has either query or like.' },
  'search.prefix': { from: 'ours', says: 'The last word of a query also matches as a prefix, unless white space follows it.' },
  'search.any-word': { from: 'ours', says: 'A memory need not hold every word of the query.' },
  'search.fields': { from: 'ours', says: 'Content, title, tags and the host of the url are searched.' },
  'search.at-once': { from: 'ours', says: 'A memory that was acknowledged is found by the next search.' },
  'search.like': { from: 'ours', says: 'like takes memoryId or text (at most 64 KiB) and searches by meaning, the memory itself left out; without a model it is 503.' },
  'search.mode': { from: 'ours', says: 'mode is hybrid where left out; the answer says which mode was really used.' },
  'search.coverage': { from: 'ours', says: 'coverage is the share of the searched memories with vectors of the model; 0 in mode keyword, 1 where there is nothing to search.' },
  'search.limit': { from: 'ours', says: 'limit is 1 to 100, 10 where it is left out.' },
  'search.filters': { from: 'ours', says: 'filters also takes source, createdAfter and createdBefore; all filters must match.' },
  'search.filled': { from: 'ours', says: 'A filtered search fills its limit.' },
  'search.score': { from: 'ours', says: 'score is in 0..1 and falls along the answer.' },
  'search.match': { from: 'ours', says: 'Each hit carries match: keyword and semantic strength in 0..1, null where that side did not run.' },
  'search.words': { from: 'ours', says: 'match.words are the words that matched.' },
  'search.certain': { from: 'ours', says: 'match.certain says whether a hit is likely to the point; one that holds every word is.' },
  'search.passage': { from: 'ours', says: 'match.passage is the part of the content that is nearest in meaning; null where that is all of it, or meaning did not run.' },
  'search.words-first': { from: 'ours', says: 'In a hybrid search, what holds a word comes before what holds none and is not certain by meaning.' },
  'search.comparable': { from: 'ours', says: 'match.keyword compares across queries: it is the share of the most that the query could score.' },
} as const satisfies Record<string, Mark>;
