import { DocValues } from './doc-values.ts';
import { Ids } from './ids.ts';
import { Interned } from './interned.ts';
import { wordsPerKey } from './key.ts';

/**
 * The JSON head before the columns. The columns store codes instead of texts: code n stands for item n of a list in the
 * head.
 */
interface Head {
  /** The number of memories, including removed ones. */
  length: number;
  /** The ids that aren't ULIDs, by memory number. */
  texts: [number: number, id: string][];
  sources: string[];
  collections: (string | null)[];
  sites: (string | null)[];
  tags: string[];
  tagSets: string[];
}

/**
 * Encodes doc-values as one block: four bytes with the length of the head, the head, then columns at offsets that are
 * multiples of eight. The caller adds a checksum.
 */
export function toBytes(docValues: DocValues): Uint8Array {
  const columns = docValues.columns();
  const { ids, sources, collections, sites, tags, tagSets } = columns;
  const { length } = docValues;
  const head: Head = {
    length,
    texts: ids.otherIds(),
    sources: sources.texts,
    collections: collections.texts,
    sites: sites.texts,
    tags: tags.texts,
    tagSets: tagSets.texts,
  };
  const json = new TextEncoder().encode(JSON.stringify(head));
  const stored = [
    columns.createdAt.subarray(0, length),
    ids.keys(),
    narrow(columns.source, length, head.sources.length),
    narrow(columns.collection, length, head.collections.length),
    narrow(columns.site, length, head.sites.length),
    narrow(columns.tagSet, length, head.tagSets.length),
    columns.live.subarray(0, length),
  ];
  const bytes = new Uint8Array(
    stored.reduce((end, column) => end + upToEight(column.byteLength), upToEight(4 + json.length)),
  );
  new DataView(bytes.buffer).setUint32(0, json.length, true);
  bytes.set(json, 4);
  let start = upToEight(4 + json.length);
  for (const { buffer, byteOffset, byteLength } of stored) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), start);
    start += upToEight(byteLength);
  }
  return bytes;
}

/** Decodes the output of `toBytes`. */
export function fromBytes(bytes: Uint8Array): DocValues {
  const headLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + headLength))) as Head;
  const { length } = head;
  let start = upToEight(4 + headLength);
  const next = (byteLength: number) => {
    const column = bytes.slice(start, start + byteLength).buffer;
    start += upToEight(byteLength);
    return column;
  };
  const codes = (limit: number) =>
    Uint32Array.from(new (codesBelow(limit))(next(length * codesBelow(limit).BYTES_PER_ELEMENT)));
  return new DocValues({
    sources: new Interned(head.sources),
    collections: new Interned(head.collections),
    sites: new Interned(head.sites),
    tags: new Interned(head.tags),
    tagSets: new Interned(head.tagSets),
    createdAt: new Float64Array(next(length * 8)),
    ids: new Ids(new Uint32Array(next(length * wordsPerKey * 4)), head.texts),
    source: codes(head.sources.length),
    collection: codes(head.collections.length),
    site: codes(head.sites.length),
    tagSet: codes(head.tagSets.length),
    live: new Uint8Array(next(length)),
  });
}

const upToEight = (length: number) => Math.ceil(length / 8) * 8;

function codesBelow(limit: number): typeof Uint8Array | typeof Uint16Array | typeof Uint32Array {
  return limit <= 2 ** 8 ? Uint8Array : limit <= 2 ** 16 ? Uint16Array : Uint32Array;
}

function narrow(column: Uint32Array, length: number, limit: number): Uint8Array | Uint16Array | Uint32Array {
  return codesBelow(limit).from(column.subarray(0, length));
}
