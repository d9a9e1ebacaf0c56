import type { Mark } from './mark.ts';

/** What the source document fixes. */
export const sourceMarks = {
  'source.version': { from: 'source', says: 'Every path begins with the version, /v1.' },
  'source.bearer': { from: 'source', says: 'Every operation needs a bearer token in the Authorization header.' },
  'source.scoped': { from: 'source', says: 'A token carries scopes that limit what it may do.' },
  'source.json': { from: 'source', says: 'Bodies are JSON.' },
  'source.memory': { from: 'source', says: 'A memory has id (mem_…), content, source, tags, createdAt and updatedAt; times are ISO 8601 in UTC.' },
  'source.list': { from: 'source', says: 'listMemories answers memories and nextCursor; limit bounds a page, and nextCursor given as cursor fetches the next.' },
  'source.create': { from: 'source', says: 'createMemory takes content, tags and collection and answers 201 with the memory.' },
  'source.read': { from: 'source', says: 'readMemory answers 200 with the memory.' },
  'source.update': { from: 'source', says: 'updateMemory takes the fields to change and answers the changed memory.' },
  'source.search': { from: 'source', says: 'searchMemories takes query, mode (semantic, keyword, hybrid), limit and filters, and answers memories.' },
  'source.search-filters': { from: 'source', says: 'A search is narrowed by filters.collection and filters.tags.' },
  'source.collections': { from: 'source', says: 'Collections can be listed and created.' },
  'source.collection-memories': { from: 'source', says: 'A memory created with a collection is among the memories of that collection.' },
  'source.error': { from: 'source', says: 'Errors use HTTP statuses and one JSON body with error.code and error.message.' },
  'source.rate-limited': { from: 'source', says: 'Over the rate limit the code is rate_limited, the message tells how long to wait, and retryAfter gives the seconds.' },
  'source.rate-headers': { from: 'source', says: 'Every response carries X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset.' },
  'source.free-plan': { from: 'source', says: 'The free plan has a quota: 200 memories, and 10 transactions a day.', elsewhere: 'test/unit/service/plan.test.ts' },
} as const satisfies Record<string, Mark>;
