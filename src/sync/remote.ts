import { isPathPart } from '../client/call.ts';
import type { Collection, CreateMemory, Memory, UpdateMemory } from '../client/contract.ts';
import { MalformedResponse } from '../client/errors.ts';
import type { SyncFields, SyncItem } from '../service/ports/sync.ts';
import type { CollectionThere } from './pair-collections.ts';
import { rulesOf, type Round } from './parts.ts';
import { type Remote } from './rules.ts';

/** What every v1 server returns of a memory. */
export type AnyMemory = Pick<Memory, 'id' | 'content' | 'tags'> & Partial<Memory>;

const maxIdLength = 512;

/** Whether a value has the form of a memory; a server is not trusted. */
export function isMemory(value: unknown): value is AnyMemory {
  if (typeof value !== 'object' || value === null) return false;
  const { id, content, tags } = value as Record<string, unknown>;
  return isId(id) && typeof content === 'string' && Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');
}

/** Whether a value has the form of a collection. */
export function isCollection(value: unknown): value is CollectionThere {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name } = value as Record<string, unknown>;
  return isId(id) && typeof name === 'string';
}

/** @throws MalformedResponse if the answer isn't a collection. The server may have carried out the write anyway. */
export function requireCollection(answer: Collection): Collection {
  if (isCollection(answer)) return answer;
  throw new MalformedResponse('The server returned something that isn’t a collection.');
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && isPathPart(value) && value.length <= maxIdLength;

/** The fields of a response's body; none if it isn't a JSON object. */
export function jsonFields(body: string | undefined): Record<string, unknown> {
  try {
    return { ...(JSON.parse(body ?? '') as object) };
  } catch {
    return {};
  }
}

/**
 * Converts a memory of the server for comparison. A collection, url, title or capture that the server left out or
 * doesn't store counts as unchanged.
 */
export function remoteOf(round: Round, memory: AnyMemory, item: SyncItem | undefined): Remote {
  const { address, capture, etag } = rulesOf(round);
  const base = item?.base;
  const collection = round.names.toLocal(memory.collection);
  const version = memory.version;
  return {
    id: memory.id,
    version: etag && typeof version === 'number' ? version : null,
    fields: {
      content: memory.content,
      tags: memory.tags,
      collection: collection === undefined ? (base?.collection ?? null) : collection,
      url: (address && memory.url !== undefined ? textOrNull(memory.url) : base?.url) ?? null,
      title: (address && memory.title !== undefined ? textOrNull(memory.title) : base?.title) ?? null,
      capture: (capture && memory.capture !== undefined ? objectOrNull(memory.capture) : base?.capture) ?? null,
      deleted: typeof memory.deletedAt === 'string',
    },
  };
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

const objectOrNull = <Value>(value: Value) => (typeof value === 'object' ? value : null);

/** The body of a create. Its collection must be on the server already. */
export function createBody({ names }: Round, patch: Partial<SyncFields>): CreateMemory {
  const { content = '', tags, collection, url, title, capture } = patch;
  const into = typeof collection === 'string' ? names.toRemote(collection) : undefined;
  return {
    content,
    ...(tags && tags.length > 0 && { tags }),
    ...(into !== undefined && { collection: into }),
    ...(typeof url === 'string' && { url }),
    ...(typeof title === 'string' && { title }),
    ...(capture && { capture }),
  };
}

export function updateBody({ names }: Round, patch: Partial<SyncFields>): UpdateMemory {
  const { deleted: _, collection, capture, ...rest } = patch;
  const fields = capture === undefined ? rest : { ...rest, capture };
  if (collection === undefined) return fields;
  return { ...fields, collection: collection === null ? null : names.toRemote(collection) };
}
