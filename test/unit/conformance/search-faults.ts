import { spoilBody, spoilSearch, type Body, type FaultyServer } from './spoil.ts';

/** Faults that only show in searches. */
export const searchFaults: FaultyServer[] = [
  [
    'always searches the last word as a prefix',
    'search:',
    spoilBody(/search$/, (body) => ({
      ...body,
      ...(typeof body.query === 'string' && { query: body.query.trimEnd() || body.query }),
    })),
  ],
  [
    'filters after searching',
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
  ['reports a mode that did not run', 'search:', spoilSearch((body) => ({ ...body, mode: 'hybrid' }))],
  [
    'marks every hit as certain',
    'search by meaning:',
    spoilSearch((body) => ({
      ...body,
      memories: body.memories.map((hit: Body) => ({ ...hit, match: { ...hit.match, certain: true } })),
    })),
  ],
  [
    'marks no hit as certain',
    'search by meaning:',
    spoilSearch((body) => ({
      ...body,
      memories: body.memories.map((hit: Body) => ({ ...hit, match: { ...hit.match, certain: false } })),
    })),
  ],
  [
    'searches only by word in languages other than English',
    'search by meaning: in each language',
    (right) => async (request) => {
      if (!request.path.endsWith('/search')) return right(request);
      const body: Body = JSON.parse(request.body ?? '');
      const isGerman = body.query === 'stille Herberge';
      return right(isGerman ? { ...request, body: JSON.stringify({ ...body, mode: 'keyword' }) } : request);
    },
  ],
  [
    'returns no passage',
    'search by meaning:',
    spoilSearch((body) => ({
      ...body,
      memories: body.memories.map((hit: Body) => ({ ...hit, match: { ...hit.match, passage: null } })),
    })),
  ],
  [
    'puts hits by meaning before hits by word',
    'search by meaning:',
    spoilSearch((body) => ({
      ...body,
      memories: body.memories
        .toReversed()
        .map((hit: Body, index: number) => ({ ...hit, score: body.memories[index].score })),
    })),
  ],
  [
    'returns the memory itself for like',
    'search by meaning:',
    (right) => async (request) => {
      const { body, ...withoutBody } = request;
      const memoryId = request.path.endsWith('/search') ? JSON.parse(body ?? '').like?.memoryId : undefined;
      const answer = await right(request);
      if (memoryId === undefined || answer.status !== 200) return answer;
      const found: Body = JSON.parse(answer.body ?? '');
      const itself: Body = JSON.parse(
        (await right({ ...withoutBody, method: 'GET', path: `/v1/memories/${memoryId}` })).body ?? '',
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
