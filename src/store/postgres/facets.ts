import type { MemoryRow } from '../../service/ports/rows.ts';
import { orderedHex } from './ordered-bytes.ts';

/**
 * A group of memories that is counted together. A tag has one facet for all memories (`collection` is empty) and one
 * for each collection.
 */
export interface Facet {
  kind: 'collection' | 'tag' | 'source';
  /** Id of a collection, or empty. */
  collection: string;
  /** The tag's key or the source, as ordered bytes (./ordered-bytes.ts) in hex; empty for a collection. */
  name: string;
}

export const facets = {
  collection: (id: string): Facet => ({ kind: 'collection', collection: id, name: '' }),
  tag: (key: string, collection = ''): Facet => ({ kind: 'tag', collection, name: orderedHex(key) }),
  source: (source: string): Facet => ({ kind: 'source', collection: '', name: orderedHex(source) }),
};

/** The fields of a memory that its counts and its rows in `memory_tags` depend on. */
export type ListedFields = Pick<MemoryRow, 'source' | 'tags' | 'tagKeys' | 'collection' | 'createdAt' | 'deletedAt'>;

/** A copy that has only these fields. */
export const listedFields = ({ source, tags, tagKeys, collection, createdAt, deletedAt }: ListedFields): ListedFields =>
  structuredClone({ source, tags, tagKeys, collection, createdAt, deletedAt });

export interface CountChange extends Facet {
  trashed: boolean;
  by: number;
}

/**
 * How the counts change when a memory changes from `before` to `after`. Undefined: the memory doesn't exist at that
 * time.
 */
export function countChanges(before: ListedFields | undefined, after: ListedFields | undefined): CountChange[] {
  const changes = new Map<string, CountChange>();
  for (const [row, by] of [
    [before, -1],
    [after, 1],
  ] as const) {
    if (row === undefined) continue;
    const trashed = row.deletedAt !== null;
    for (const facet of facetsOf(row)) {
      const name = JSON.stringify([trashed, facet]);
      changes.set(name, { trashed, ...facet, by: (changes.get(name)?.by ?? 0) + by });
    }
  }
  return [...changes.values()].filter(({ by }) => by !== 0);
}

/** How the number of live memories changes. */
export function liveChange(before: ListedFields | undefined, after: ListedFields | undefined): number {
  return Number(after?.deletedAt === null) - Number(before?.deletedAt === null);
}

function facetsOf({ source, tagKeys, collection }: ListedFields): Facet[] {
  return [
    facets.source(source),
    ...tagKeys.map((key) => facets.tag(key)),
    ...(collection === null
      ? []
      : [facets.collection(collection), ...tagKeys.map((key) => facets.tag(key, collection))]),
  ];
}

interface TagRow {
  trashed: boolean;
  /** Ordered bytes, in hex. */
  key: string;
  createdAt: string;
  collection: string | null;
  tag: string;
}

/** The keys of the memory's tag rows that must be deleted, and the tag rows that must be written. */
export function tagChanges(
  before: ListedFields | undefined,
  after: ListedFields | undefined,
): { gone: string[]; added: TagRow[] } {
  const [old, fresh] = [tagRows(before), tagRows(after)];
  const kept = new Set(fresh.map(identityOf));
  const known = new Set(old.map((row) => JSON.stringify(row)));
  return {
    gone: old.filter((row) => !kept.has(identityOf(row))).map(({ key }) => key),
    added: fresh.filter((row) => !known.has(JSON.stringify(row))),
  };
}

function tagRows(row: ListedFields | undefined): TagRow[] {
  if (row === undefined) return [];
  const { tags, tagKeys, createdAt, collection, deletedAt } = row;
  return tagKeys.map((key, index) => ({
    trashed: deletedAt !== null,
    key: orderedHex(key),
    createdAt,
    collection,
    tag: tags[index]!,
  }));
}

/** The fields of the primary key that can differ among a memory's rows, old and new. */
function identityOf({ trashed, key, createdAt }: TagRow): string {
  return JSON.stringify([trashed, key, createdAt]);
}
