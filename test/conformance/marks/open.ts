import type { Mark } from './mark.ts';

/** What the source document leaves open: a server is asked, and no answer is wrong. */
export const openMarks = {
  'open.statuses': { from: 'open', section: '4', says: 'With which statuses writes succeed.' },
  'open.memory-fields': { from: 'open', section: '2', says: 'Which other fields a memory has.' },
  'open.collection-field': { from: 'open', section: '2', says: 'How a memory answers its collection.' },
  'open.collection-reference': { from: 'open', section: '2', says: 'Whether a request names a collection by its id or by its name.' },
  'open.collection-fields': { from: 'open', section: '2', says: 'Which fields a collection has.' },
  'open.order': { from: 'open', section: '4', says: 'In which order memories are listed.' },
  'open.last-cursor': { from: 'open', section: '4', says: 'What nextCursor is on the last page.' },
  'open.search-answer': { from: 'open', section: '4', says: 'What a search answers beside the memories.' },
  'open.refusals': { from: 'open', section: '7', says: 'Which statuses and codes refusals have.' },
  'open.rate': { from: 'open', section: '8', says: 'How many requests a token may make, and in what X-RateLimit-Reset counts.' },
} as const satisfies Record<string, Mark>;
