import type { Claim } from './claim.ts';

/** What the source document leaves open. The suite reports what the server does and accepts anything. */
export const openClaims = {
  'open.statuses': { from: 'open', section: '4', says: 'The success statuses of writes.' },
  'open.memory-fields': { from: 'open', section: '2', says: 'Further fields of a memory.' },
  'open.collection-field': { from: 'open', section: '2', says: 'How a memory returns its collection.' },
  'open.collection-reference': {
    from: 'open',
    section: '2',
    says: 'Whether a request names a collection by id or by name.',
  },
  'open.collection-fields': { from: 'open', section: '2', says: 'The fields of a collection.' },
  'open.order': { from: 'open', section: '4', says: 'The order in which memories are listed.' },
  'open.last-cursor': { from: 'open', section: '4', says: 'The value of nextCursor on the last page.' },
  'open.search-answer': { from: 'open', section: '4', says: 'What a search returns besides the memories.' },
  'open.refusals': { from: 'open', section: '7', says: 'The statuses and codes of refusals.' },
  'open.rate': { from: 'open', section: '8', says: 'The request limit of a token, and the unit of X-RateLimit-Reset.' },
} as const satisfies Record<string, Claim>;
