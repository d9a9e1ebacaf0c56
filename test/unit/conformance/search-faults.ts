import { limits } from '../../../src/v1/limits.ts';
import { spoilBody, spoilSearch, type Body, type FaultyServer } from './spoil.ts';

export const searchFaults: FaultyServer[] = [
  [
    'always searches the last word as a prefix',
    'search: the last word also matches as a prefix, unless white space follows it',
    'the beginning and a space: expected []',
    spoilBody(/search$/, (body) => ({
      ...body,
      ...(typeof body.query === 'string' && { query: body.query.trimEnd() || body.query }),
    })),
  ],
  [
    'filters after searching',
    'search filters: a filtered search fills its limit despite better hits outside the filter',
    'hits by collection: expected 5, got 0',
    (right) => async (request) => {
      if (!request.path.endsWith('/search')) return right(request);
      const { filters, ...body }: Body = JSON.parse(request.body ?? '');
      const search = (fields: Body) => right({ ...request, body: JSON.stringify({ ...body, ...fields }) });
      const [unfiltered, filtered] = [await search({}), await search({ filters, limit: limits.maxSearchResults })];
      if (filtered.status !== 200) return filtered;
      const passing = new Set(JSON.parse(filtered.body ?? '').memories.map(({ id }: Body) => id));
      const found: Body = JSON.parse(unfiltered.body ?? '');
      const memories = found.memories.filter(({ id }: Body) => passing.has(id));
      return { ...unfiltered, body: JSON.stringify({ ...found, memories }) };
    },
  ],
  [
    'puts the worst hit first',
    'search: returns the mode, the coverage, and hits with match details, highest score first',
    'a hit has a higher score than the hit before it',
    spoilSearch((body) => ({ ...body, memories: body.memories.reverse() })),
  ],
  [
    'reports a mode that did not run',
    'search: without a model every mode falls back to keyword and says so',
    'mode and coverage of a search in mode semantic',
    spoilSearch((body) => ({ ...body, mode: 'hybrid' })),
  ],
  [
    'marks every hit as certain',
    'search by meaning: finds a memory that means the same but shares no word with the query, and reports coverage',
    'an unrelated hit is certain',
    spoilSearch((body) => ({
      ...body,
      memories: body.memories.map((hit: Body) => ({ ...hit, match: { ...hit.match, certain: true } })),
    })),
  ],
  [
    'marks no hit as certain',
    'search by meaning: finds a memory that means the same but shares no word with the query, and reports coverage',
    'the hit with the same meaning is not certain',
    spoilSearch((body) => ({
      ...body,
      memories: body.memories.map((hit: Body) => ({ ...hit, match: { ...hit.match, certain: false } })),
    })),
  ],
  [
    'searches only by word in German',
    'search by meaning: in each language of the model, a query finds memories in that language and in English',
    'what stille Herberge finds in English',
    (right) => async (request) => {
      if (!request.path.endsWith('/search')) return right(request);
      const body: Body = JSON.parse(request.body ?? '');
      const isGerman = body.query === 'stille Herberge';
      return right(isGerman ? { ...request, body: JSON.stringify({ ...body, mode: 'keyword' }) } : request);
    },
  ],
  [
    'returns no passage',
    'search by meaning: a hit has a passage if its memory is long, and none if it is short',
    'the hit of a long memory has no passage',
    spoilSearch((body) => ({
      ...body,
      memories: body.memories.map((hit: Body) => ({ ...hit, match: { ...hit.match, passage: null } })),
    })),
  ],
  [
    'puts hits by meaning before hits by word',
    'search by meaning: a hit with a query word comes before uncertain hits without one',
    'the first hit: expected',
    spoilSearch(({ memories, ...body }) => {
      const rank = ({ match }: Body) => (match.certain ? 0 : match.words.length === 0 ? 1 : 2);
      const sorted = memories.toSorted((one: Body, other: Body) => rank(one) - rank(other));
      return {
        ...body,
        memories: sorted.map((hit: Body, index: number) => ({ ...hit, score: memories[index].score })),
      };
    }),
  ],
  [
    'lists a memory among the memories like it',
    'search by meaning: `like` finds the memories nearest to a text or to a memory, excluding that memory',
    'the nearest to a memory',
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
