import { furtherId, time } from './hostile-fixtures.ts';
import type { Attack } from './hostile-requests.ts';
import { limits } from '../src/v1/limits.ts';
import { operations, versionPrefix, type OperationName } from '../src/v1/operations.ts';

/**
 * The beginning of each stored text. Contains all words of the phrases below, so that requests must read whole texts.
 */
export const beginning = 'good bad ';

/** Phrases that no stored text contains, though each text contains all their words. */
const absent = Array.from({ length: limits.phrases }, (_, number) => `bad ${'good '.repeat(number + 1)}`.trim());
const present = beginning.trim();

interface RequestOverTexts {
  name: OperationName;
  what: string;
  attack: Attack;
}

/**
 * Small requests whose cost depends on the stored texts. `count`: the number of memories that `putFurtherMemories`
 * stored, with texts that start with `beginning`.
 */
export function requestsOverTexts(count: number): RequestOverTexts[] {
  const request = (name: OperationName, what: string, query: string, body?: object): RequestOverTexts => ({
    name,
    what,
    attack: { path: `${operations[name].path}${query}`, ...(body && { body: JSON.stringify(body) }) },
  });
  const further = (most: number) => Array.from({ length: Math.min(most, count) }, (_, number) => furtherId(number));
  const withFilter = (filter: 'phrases' | 'not', phrases: string[]): RequestOverTexts[] => [
    request(
      'listMemories',
      filter,
      `?limit=1${phrases.map((phrase) => `&${filter}=${encodeURIComponent(phrase)}`).join('')}`,
    ),
    request('searchMemories', filter, '', { query: 'good', mode: 'keyword', limit: 1, filters: { [filter]: phrases } }),
  ];
  return [
    request('listMemories', 'the longest page', `?limit=${limits.maxPageSize}`),
    request('listChanges', 'the longest page', `?limit=${limits.maxPageSize}`),
    request('searchMemories', 'the most results', '', {
      query: 'good',
      mode: 'keyword',
      limit: limits.maxSearchResults,
    }),
    request('readDigest', 'the most parts', `?parts=${limits.digestParts}`),
    ...withFilter('phrases', absent),
    ...withFilter('not', [...absent.slice(1), present]),
    request('batch', 'the most requests', '', {
      requests: further(limits.batchRequests).map((id) => ({
        method: 'PATCH',
        path: `${versionPrefix}/memories/${id}`,
        ifMatch: '"1"',
        body: { tags: ['other'] },
      })),
    }),
    request('importMemories', 'the most memories', '', {
      memories: further(limits.importRows).map((id) => ({ id, content: 'good', version: 2, createdAt: time })),
      dryRun: true,
    }),
    request('undoImport', 'the most memories', '', {
      memories: further(limits.importRows).map((id) => ({ id, version: 1 })),
    }),
  ];
}
