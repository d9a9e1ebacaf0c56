import type { Memory } from '../../src/v1/schemas/memory.ts';
import type { SearchHit, SearchMode } from '../../src/v1/schemas/search.ts';
import type { Usage } from '../../src/v1/schemas/usage.ts';
import type { StandInAnswer } from './stand-in-engine.ts';

export const memory = (number: number, content = `Memory number ${number}`): Memory => ({
  id: `mem_${String(number).padStart(26, '0')}`,
  content,
  source: 'popup',
  tags: [],
  collection: null,
  url: null,
  title: null,
  capture: null,
  version: 1,
  createdAt: '2026-03-02T10:00:00.000Z',
  updatedAt: '2026-03-02T10:00:00.000Z',
});

/** A hit by these words, or by meaning if there are none. */
export const hit = (
  memory: Memory,
  { words = [], certain = true }: { words?: string[]; certain?: boolean } = {},
): SearchHit => ({
  ...memory,
  score: 1,
  match: {
    keyword: words.length > 0 ? 0.5 : null,
    semantic: words.length > 0 ? null : 0.5,
    words,
    certain,
    passage: null,
  },
});

const usageOf = (used: number): Usage => ({
  plan: 'unlimited',
  memories: { used, limit: null },
  transactionsToday: { used: 0, limit: null },
  rateLimit: { limit: 1, remaining: 1, reset: 1 },
});

export const usage = (memories: number): StandInAnswer => ({
  method: 'GET',
  path: '/v1/usage',
  status: 200,
  body: usageOf(memories),
});

/** Responses to the popup’s lists: these recent memories, none of them saved from the active page. */
export const recent = (memories: Memory[]): StandInAnswer[] => [
  { method: 'GET', path: '/v1/memories?url', status: 200, body: { memories: [], nextCursor: null } },
  { method: 'GET', path: '/v1/memories', status: 200, body: { memories, nextCursor: null } },
];

/** The service’s error while another window has an older version of the database open. */
export const listFailure = {
  method: 'GET',
  path: '/v1/memories',
  status: 503,
  body: {
    error: {
      code: 'unavailable',
      message:
        'Another Commonplace window has an older version of the database open. Close all other Commonplace tabs and windows, then try again.',
    },
  },
} satisfies StandInAnswer;

/** A response to searches whose body contains `bodyPart`, sent after `afterMs` milliseconds. */
export const searchAnswer = (
  bodyPart: string,
  mode: SearchMode,
  memories: SearchHit[],
  afterMs = 0,
): StandInAnswer => ({
  method: 'POST',
  path: '/v1/memories/search',
  bodyPart,
  status: 200,
  afterMs,
  body: { memories, mode, coverage: mode === 'keyword' ? 0 : 1 },
});

/** The responses to the settings' requests if no site has access. */
export const noSites: StandInAnswer[] = [
  { method: 'GET', path: '/v1/tokens', status: 200, body: { tokens: [], nextCursor: null } },
  { method: 'GET', path: '/v1/collections', status: 200, body: { collections: [], nextCursor: null } },
];
