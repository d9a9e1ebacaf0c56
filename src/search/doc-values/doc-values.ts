import type { Indexed, IndexFilters } from '../../service/ports/keyword-index.ts';
import { isWithinSite, siteOf } from '../../lib/site.ts';
import { Ids } from './ids.ts';
import { Interned } from './interned.ts';
import { idKey } from './key.ts';
import { withCapacity } from './with-capacity.ts';

/** The fields that filters and orderings use. `createdAt` is ISO 8601 in UTC with milliseconds. */
export interface DocValue extends Pick<Indexed, 'id' | 'createdAt' | 'source' | 'collection' | 'tagKeys'> {
  /** From `siteOf`; null without an address. */
  site: string | null;
}

export function docValueOf({
  id,
  createdAt,
  source,
  collection,
  tagKeys,
  url,
}: Omit<DocValue, 'site'> & { url: string | null }): DocValue {
  return { id, createdAt, source, collection, tagKeys, site: url === null ? null : siteOf(url) };
}

/** The columns, indexed by memory number, and the tables that map the columns' codes to strings. */
export interface DocValueColumns {
  ids: Ids;
  sources: Interned;
  collections: Interned<string | null>;
  sites: Interned<string | null>;
  tags: Interned;
  /** Lists of codes of `tags`, such as `,3,17,`. */
  tagSets: Interned;
  /** Unix milliseconds. */
  createdAt: Float64Array;
  source: Uint32Array;
  collection: Uint32Array;
  site: Uint32Array;
  tagSet: Uint32Array;
  /** 1, or 0 once removed. */
  live: Uint8Array;
}

function noColumns(): DocValueColumns {
  const empty = () => new Uint32Array();
  return {
    ids: new Ids(),
    sources: new Interned(),
    collections: new Interned(),
    sites: new Interned(),
    tags: new Interned(),
    tagSets: new Interned(),
    createdAt: new Float64Array(),
    source: empty(),
    collection: empty(),
    site: empty(),
    tagSet: empty(),
    live: new Uint8Array(),
  };
}

/** Filterable columns, indexed by memory number. Numbers count up from 0 and are never reused. */
export class DocValues {
  readonly #columns: DocValueColumns;
  #size: number;

  constructor(columns = noColumns()) {
    this.#columns = columns;
    this.#size = columns.live.subarray(0, columns.ids.length).reduce((sum, live) => sum + live, 0);
  }

  /** The number of live memories. */
  get size(): number {
    return this.#size;
  }

  /** The number of memories, including removed ones. */
  get length(): number {
    return this.#columns.ids.length;
  }

  /** Adds a memory, or replaces the live memory that has the same id. Returns the memory's number. */
  put({ id, createdAt, source, collection, tagKeys, site }: DocValue): number {
    const columns = this.#columns;
    const number = this.numberOf(id) ?? this.#add(id);
    columns.createdAt[number] = Date.parse(createdAt);
    columns.source[number] = columns.sources.codeOf(source);
    columns.collection[number] = columns.collections.codeOf(collection);
    columns.site[number] = columns.sites.codeOf(site);
    columns.tagSet[number] = columns.tagSets.codeOf(`,${tagKeys.map((key) => columns.tags.codeOf(key)).join()},`);
    return number;
  }

  remove(number: number): void {
    this.#size -= this.#columns.live[number]!;
    this.#columns.live[number] = 0;
  }

  isLive(number: number): boolean {
    return this.#columns.live[number] === 1;
  }

  id(number: number): string {
    return this.#columns.ids.at(number);
  }

  /** The id in 16 bytes (`idKey`): a view, valid until the next `put`. */
  key(number: number): Uint32Array {
    return this.#columns.ids.key(number);
  }

  /** Undefined if the memory isn't live. */
  numberOf(id: string): number | undefined {
    return this.numberOfKey(idKey(id));
  }

  /** The number of the live memory whose key begins at `at`. */
  numberOfKey(words: Uint32Array, at = 0): number | undefined {
    const number = this.#columns.ids.find(words, at);
    return number !== undefined && this.isLive(number) ? number : undefined;
  }

  /** Unix milliseconds. */
  createdAt(number: number): number {
    return this.#columns.createdAt[number]!;
  }

  valueAt(number: number): DocValue {
    const { createdAt, source, sources, collection, collections, site, sites, tagSet, tagSets, tags } = this.#columns;
    const codes = tagSets.texts[tagSet[number]!]!.split(',').filter((code) => code !== '');
    return {
      id: this.id(number),
      createdAt: new Date(createdAt[number]!).toISOString(),
      source: sources.texts[source[number]!]!,
      collection: collections.texts[collection[number]!]!,
      site: sites.texts[site[number]!]!,
      tagKeys: codes.map((code) => tags.texts[Number(code)]!),
    };
  }

  /** Orders by `createdAt`, then by id, both descending. */
  compare(one: number, other: number): number {
    const later = this.createdAt(other) - this.createdAt(one);
    if (later !== 0) return later;
    const [idOne, idOther] = [this.id(one), this.id(other)];
    return idOne < idOther ? 1 : idOne > idOther ? -1 : 0;
  }

  /**
   * By memory number: 1 if the memory is live and passes, else 0. Undefined without filters if all memories are live.
   * Valid until the next change. `within`: ids of the collections that the caller may see.
   */
  mask(filters: IndexFilters, within?: string[]): Uint8Array | undefined {
    const isUnchanged = this.size === this.length;
    if (isUnfiltered(filters, within)) return isUnchanged ? undefined : this.#columns.live.subarray(0, this.length);
    const mask = this.#columns.live.slice(0, this.length);
    for (const { column, passing } of this.#tests(filters, within))
      for (let number = 0; number < mask.length; number++) mask[number]! &= passing[column[number]!]!;
    const { createdAt } = this.#columns;
    const { after, before } = boundsOf(filters);
    if (after !== -Infinity || before !== Infinity) {
      for (let number = 0; number < mask.length; number++)
        if (!(createdAt[number]! > after && createdAt[number]! < before)) mask[number] = 0;
    }
    const byId = this.#idMask(filters);
    if (byId !== undefined) for (let number = 0; number < mask.length; number++) mask[number]! &= byId[number]!;
    return mask;
  }

  /** Like `mask`, but as a function, for callers that check only a few numbers. */
  test(filters: IndexFilters, within?: string[]): ((number: number) => boolean) | undefined {
    if (isUnfiltered(filters, within)) return this.size === this.length ? undefined : (number) => this.isLive(number);
    const tests = this.#tests(filters, within);
    const byId = this.#idMask(filters);
    const { live, createdAt } = this.#columns;
    const { after, before } = boundsOf(filters);
    return (number) => {
      if (live[number] !== 1 || byId?.[number] === 0 || !(createdAt[number]! > after && createdAt[number]! < before))
        return false;
      for (let index = 0; index < tests.length; index++) {
        const { column, passing } = tests[index]!;
        if (passing[column[number]!] !== 1) return false;
      }
      return true;
    };
  }

  columns(): DocValueColumns {
    return this.#columns;
  }

  /** The filters on coded columns. `passing` has a 1 for each code that passes. */
  #tests(
    { collections, tagKeys, source, site }: IndexFilters,
    within: string[] | undefined,
  ): { column: Uint32Array; passing: Uint8Array }[] {
    const columns = this.#columns;
    const tests: { column: Uint32Array; passing: Uint8Array }[] = [];
    const add = (column: Uint32Array, passing: Uint8Array) => tests.push({ column, passing });
    for (const ids of [collections, within]) if (ids) add(columns.collection, columns.collections.among(ids));
    if (source !== undefined) add(columns.source, columns.sources.among([source]));
    if (site !== undefined)
      add(
        columns.site,
        columns.sites.where((own) => isWithinSite(own, site)),
      );
    if (tagKeys && tagKeys.length > 0) {
      // The code of an unknown tag is undefined, which is in no set.
      const codes = tagKeys.map((key) => `,${columns.tags.find(key)},`);
      const hasAll = (set: string) => codes.every((code) => set.includes(code));
      add(columns.tagSet, columns.tagSets.where(hasAll));
    }
    return tests;
  }

  /** The filters on ids, by memory number: 1 if the memory passes. */
  #idMask({ only, without }: IndexFilters): Uint8Array | undefined {
    if (only === undefined && without === undefined) return undefined;
    const passing = new Uint8Array(this.length).fill(only === undefined ? 1 : 0);
    const mark = (ids: readonly string[], value: number) => {
      for (const id of ids) {
        const number = this.numberOf(id);
        if (number !== undefined) passing[number] = value;
      }
    };
    mark(only ?? [], 1);
    mark(without ?? [], 0);
    return passing;
  }

  #add(id: string): number {
    const columns = this.#columns;
    const number = columns.ids.add(id);
    columns.createdAt = withCapacity(columns.createdAt, this.length);
    columns.source = withCapacity(columns.source, this.length);
    columns.collection = withCapacity(columns.collection, this.length);
    columns.site = withCapacity(columns.site, this.length);
    columns.tagSet = withCapacity(columns.tagSet, this.length);
    columns.live = withCapacity(columns.live, this.length);
    columns.live[number] = 1;
    this.#size++;
    return number;
  }
}

function isUnfiltered(filters: IndexFilters, within: string[] | undefined): boolean {
  if (within !== undefined) return false;
  for (const name in filters) {
    const filter = filters[name as keyof IndexFilters];
    if (filter !== undefined && !(name === 'tagKeys' && filter.length === 0)) return false;
  }
  return true;
}

/** Both exclusive, in Unix milliseconds. */
function boundsOf({ createdAfter, createdBefore }: IndexFilters): { after: number; before: number } {
  return {
    after: createdAfter === undefined ? -Infinity : Date.parse(createdAfter),
    before: createdBefore === undefined ? Infinity : Date.parse(createdBefore),
  };
}
