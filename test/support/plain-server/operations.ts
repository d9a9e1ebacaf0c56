import type { HostClock } from '../../../conformance/host.ts';
import { hash64 } from '../../../src/lib/hash64.ts';
import type { Choices } from './choices.ts';
import type { Collection, Kept, Memory, Parts } from './memories.ts';
import { requireTexts, Refusal, textIn } from './refusal.ts';

export interface Input {
  id: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
}

export interface Result {
  status: number;
  body: unknown;
}

const cutCharacters = 200;
const cutTags = 3;

type Operation = (input: Input) => Result;

/** The eight operations of the source document, the short specification that v1 extends, by method and path. */
export function operationsOf(
  kept: Kept,
  choices: Choices,
  parts: Parts,
  clock: Pick<HostClock, 'now'>,
): Record<string, Operation> {
  const extra = choices.extraFields ? { colour: 'red', server: { version: 3 } } : {};
  function inOrder(memories: Memory[]): Memory[] {
    if (choices.order === 'oldest first') return memories;
    if (choices.order === 'newest first') return memories.toReversed();
    if (choices.order === 'arbitrary')
      return memories.toSorted((one, other) => hash64(one.id)[0] - hash64(other.id)[0]);
    return memories.toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
  }

  function bodyOf({ collection, ...memory }: Memory): object {
    const field = {
      id: collection,
      name: kept.collections.find(({ id }) => id === collection)?.name,
      missing: undefined,
    }[choices.collectionField];
    return { ...memory, ...(field !== undefined && { collection: field }), ...extra };
  }

  /**
   * The id of the collection that a request names, or undefined if it names none. Returns an unknown id if there is no
   * such collection, or the request uses the wrong kind of reference (see `Choices.reference`).
   */
  function collectionIn(value: unknown): string | undefined {
    if (value === undefined) return undefined;
    return kept.collections.find((collection) => collection[choices.reference] === value)?.id ?? 'nowhere';
  }

  function requireKnown(body: object, known: readonly string[]): void {
    const unknown = Object.keys(body).find((key) => !known.includes(key));
    if (choices.unknownKeys === 'refuses' && unknown !== undefined)
      throw new Refusal(400, 'unknown_field', `${unknown} is unknown.`);
  }

  function rewrite(fields: { content?: string; tags?: string[] }): { content?: string; tags?: string[] } {
    const { content, tags } = fields;
    if (choices.rewrites === 'nothing') return fields;
    if (choices.rewrites === 'escapes')
      return { ...fields, ...(content !== undefined && { content: content.replaceAll('&', '&amp;') }) };
    const cuts = choices.rewrites === 'cuts content and tags';
    return {
      ...(content !== undefined && { content: cuts ? content.slice(0, cutCharacters) : content.trim() }),
      ...(tags && { tags: cuts ? tags.slice(0, cutTags) : tags.map((tag) => tag.toLowerCase()).sort() }),
    };
  }

  function memoryOf(id: string): Memory {
    const memory = parts.read(kept, id);
    if (memory === undefined) throw new Refusal(404, 'unknown_memory', 'There is no such memory.');
    return memory;
  }

  function pageOf(memories: Memory[], query: URLSearchParams): object {
    const { memories: pageMemories, next } = parts.page(
      inOrder(memories),
      Number(query.get('limit') ?? 50),
      query.get('cursor') ?? undefined,
    );
    const repeated = query.get('cursor') ?? btoa(pageMemories.at(-1)?.id ?? '');
    const ending = {
      null: { nextCursor: null },
      empty: { nextCursor: '' },
      missing: {},
      repeated: { nextCursor: repeated },
    }[choices.lastCursor];
    return { memories: pageMemories.map(bodyOf), ...(next === undefined ? ending : { nextCursor: next }), ...extra };
  }

  return {
    'GET /memories': ({ query }) => ({ status: 200, body: pageOf(kept.memories, query) }),
    'POST /memories': ({ body }) => {
      const collection = collectionIn(body['collection']);
      requireKnown(body, ['content', 'tags', 'collection']);
      const content = textIn(body, 'content');
      const fields = {
        content,
        ...rewrite({ content, ...(body['tags'] !== undefined && { tags: requireTexts(body['tags']) }) }),
        ...(collection !== undefined && { collection }),
      };
      const memory = parts.create(fields, { id: parts.newId('mem'), now: parts.timeOf(clock.now()) });
      kept.memories.push(memory);
      return { status: choices.createdStatus, body: bodyOf(memory) };
    },
    'GET /memories/:id': ({ id }) => ({ status: 200, body: bodyOf(memoryOf(id)) }),
    'PATCH /memories/:id': ({ id, body }) => {
      requireKnown(body, ['content', 'tags']);
      const fields = rewrite({
        ...('content' in body && { content: textIn(body, 'content') }),
        ...('tags' in body && { tags: requireTexts(body['tags']) }),
      });
      const changed = parts.change(memoryOf(id), fields, parts.timeOf(clock.now()));
      kept.memories[kept.memories.findIndex((memory) => memory.id === id)] = changed;
      return { status: 200, body: bodyOf(changed) };
    },
    'POST /memories/search': ({ body }) => {
      const filters = (body['filters'] ?? {}) as { collection?: unknown; tags?: unknown };
      const collection = collectionIn(filters.collection);
      const wanted = {
        ...(collection !== undefined && { collection }),
        ...(filters.tags !== undefined && { tags: requireTexts(filters.tags) }),
      };
      const hits = kept.memories.filter(
        (memory) => parts.passes(memory, wanted) && parts.matches(memory, textIn(body, 'query')),
      );
      return {
        status: 200,
        body: { memories: parts.limitHits(hits, Number(body['limit'] ?? 10)).map(bodyOf), ...extra },
      };
    },
    'GET /collections': () => ({
      status: 200,
      body: { collections: kept.collections.map((one) => ({ ...one, ...extra })) },
    }),
    'POST /collections': ({ body }) => {
      const collection: Collection = { id: parts.newId('col'), name: textIn(body, 'name') };
      kept.collections.push(collection);
      return { status: choices.createdStatus, body: { ...collection, ...extra } };
    },
    'GET /collections/:id/memories': ({ id, query }) => {
      if (!kept.collections.some((collection) => collection.id === id))
        throw new Refusal(404, 'unknown_collection', 'There is no such collection.');
      return { status: 200, body: pageOf(parts.members(kept, id), query) };
    },
  };
}
