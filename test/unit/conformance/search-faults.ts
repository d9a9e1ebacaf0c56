import { spoilBody, spoilSearch, type Body, type FaultyServer } from './spoil.ts';

/** Faults that only searches show. */
export const searchFaults: FaultyServer[] = [
  [
    'searches the last word as a prefix always',
    'search:',
    spoilBody(/search$/, (body) => ({
      ...body,
      ...(typeof body.query === 'string' && { query: body.query.trimEnd() || body.query }),
    })),
  ],
  [
    'filters only after it has searched',
    'search filters:',
    (right) => async (request) => {
      if (!request.path.endsWith('/search')) return right(request);
      const { filters, ...body }: Body = JSON.parse(request.body ?? '');
      const answer = await right({ ...request, body: JSON.stringify(body) });
      const found: Body = JSON.parse(answer.body ?? '');
      const passes = (memory: Body) =>
        (filters?.collection === undefined || memory.collection === filters.collection) &&
        (filters?.tags ?? []).every((tag: string) => memory.tags.includes(tag));
      return answer.status === 200
        ? { ...answer, body: JSON.stringify({ ...found, memories: found.memories.filter(passes) }) }
        : answer;
    },
  ],
  ['puts the worst hit first', 'search:', spoilSearch((body) => ({ ...body, memories: body.memories.reverse() }))],
  ['claims a mode that did not run', 'search:', spoilSearch((body) => ({ ...body, mode: 'hybrid' }))],
  [
    'says of everything that it is certain',
    'search by meaning:',
    spoilSearch((body) => ({
      ...body,
      memories: body.memories.map((hit: Body) => ({ ...hit, match: { ...hit.match, certain: true } })),
    })),
  ],
  [
    'says of nothing that it is certain',
    'search by meaning:',
    spoilSearch((body) => ({
      ...body,
      memories: body.memories.map((hit: Body) => ({ ...hit, match: { ...hit.match, certain: false } })),
    })),
  ],
  [
    'shows no passage',
    'search by meaning:',
    spoilSearch((body) => ({
      ...body,
      memories: body.memories.map((hit: Body) => ({ ...hit, match: { ...hit.match, passage: null } })),
    })),
  ],
  [
    'puts what is like before what holds the word',
    'search by meaning:',
    spoilSearch((body) => ({
      ...body,
      memories: body.memories
        .toReversed()
        .map((hit: Body, place: number) => ({ ...hit, score: body.memories[place].score })),
    })),
  ],
  [
    'finds a memory like itself',
    'search by meaning:',
    (right) => async (request) => {
      const { body, ...unsaid } = request;
      const memoryId = request.path.endsWith('/search') ? JSON.parse(body ?? '').like?.memoryId : undefined;
      const answer = await right(request);
      if (memoryId === undefined || answer.status !== 200) return answer;
      const found: Body = JSON.parse(answer.body ?? '');
      const itself: Body = JSON.parse(
        (await right({ ...unsaid, method: 'GET', path: `/v1/memories/${memoryId}` })).body ?? '',
      );
      return {
        ...answer,
        body: JSON.stringify({
          ...found,
          memories: [{ ...found.memories[0], ...itself, score: 1 }, ...found.memories],
        }),
      };
    },
  ],
];
