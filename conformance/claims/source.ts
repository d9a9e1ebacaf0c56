import type { Claim } from './claim.ts';

/** What the source document, the short specification that v1 extends, fixes. */
export const sourceClaims = {
  'source.version': { from: 'source', section: '9', says: 'Every path starts with the version, /v1.' },
  'source.bearer': {
    from: 'source',
    section: '5',
    says: 'Every operation needs a bearer token in the Authorization header.',
  },
  'source.scoped': { from: 'source', section: '5', says: 'A token has scopes that limit what it may do.' },
  'source.json': { from: 'source', section: '4', says: 'Bodies are JSON.' },
  'source.memory': {
    from: 'source',
    section: '2',
    says: 'A memory has id (mem_…), content, source, tags, createdAt and updatedAt; times are ISO 8601 in UTC.',
  },
  'source.list': {
    from: 'source',
    section: '4',
    says: 'listMemories returns memories and nextCursor; limit sets the page size, and nextCursor passed as cursor fetches the next page.',
  },
  'source.create': {
    from: 'source',
    section: '4',
    says: 'createMemory takes content, tags and collection and returns 201 with the memory.',
  },
  'source.read': { from: 'source', section: '4', says: 'readMemory returns 200 with the memory.' },
  'source.update': {
    from: 'source',
    section: '4',
    says: 'updateMemory takes the fields to change and returns the changed memory.',
  },
  'source.search': {
    from: 'source',
    section: '4',
    says: 'searchMemories takes query, mode (semantic, keyword, hybrid), limit and filters, and returns the memories that match.',
  },
  'source.search-filters': {
    from: 'source',
    section: '4',
    says: 'filters.collection and filters.tags narrow a search.',
  },
  'source.collections': { from: 'source', section: '4', says: 'Collections can be listed and created.' },
  'source.collection-memories': {
    from: 'source',
    section: '2',
    says: 'A memory created with a collection is among its memories.',
  },
  'source.error': {
    from: 'source',
    section: '7',
    says: 'Errors use HTTP statuses and one JSON body with error.code and error.message.',
  },
  'source.rate-limited': {
    from: 'source',
    section: '7',
    says: 'Over the rate limit the code is rate_limited, the message says how long to wait, and retryAfter gives the seconds.',
  },
  'source.rate-headers': {
    from: 'source',
    section: '8',
    says: 'Every response carries X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset.',
  },
  'source.free-plan': {
    from: 'source',
    section: '1',
    says: 'The free plan has a quota: 200 memories, and 10 transactions a day.',
    elsewhere: 'test/unit/service/plan.test.ts',
  },
} as const satisfies Record<string, Claim>;
