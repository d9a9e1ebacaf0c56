import type { MemoryRow } from '../../service/ports/rows.ts';
import type { ListPosition } from '../../service/ports/store.ts';

/**
 * A group of memories that is listed and counted together: `[space, kind, ...names]`. The kind fixes the number of
 * names, so no facet is a prefix of another. Arrays, not joined strings: a tag or URL may contain any separator.
 */
export type Facet = string[];

export type Space = 'live' | 'trash';

export const facets = {
  all: (space: Space): Facet => [space, 'all'],
  collection: (space: Space, id: string): Facet => [space, 'collection', id],
  tag: (space: Space, key: string): Facet => [space, 'tag', key],
  tagWithin: (space: Space, collection: string, key: string): Facet => [space, 'tag-within', collection, key],
  source: (space: Space, source: string): Facet => [space, 'source', source],
  url: (space: Space, url: string): Facet => [space, 'url', url],
};

/** All facets that contain a memory. */
export function facetsOf(row: Pick<MemoryRow, 'deletedAt' | 'source' | 'tagKeys' | 'collection' | 'url'>): Facet[] {
  const space = row.deletedAt === null ? 'live' : 'trash';
  const { collection, url } = row;
  return [
    facets.all(space),
    facets.source(space, row.source),
    ...row.tagKeys.map((key) => facets.tag(space, key)),
    ...(url === null ? [] : [facets.url(space, url)]),
    ...(collection === null
      ? []
      : [facets.collection(space, collection), ...row.tagKeys.map((key) => facets.tagWithin(space, collection, key))]),
  ];
}

/** The index key of a memory in a facet. Within a facet, keys sort by (createdAt, id), as listings need. */
export function entryOf(facet: Facet, position: ListPosition): string[] {
  return [...facet, position.createdAt, position.id];
}

/** In IndexedDB's order of keys, an array comes after every string. */
const afterText: [] = [];

/** The upper bound of all keys that begin with `start`. */
export function upperBound(start: string[]): unknown[] {
  return [...start, afterText];
}
