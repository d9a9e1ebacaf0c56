import type { Change } from '../../../service/ports/rows.ts';
import { siteOf } from '../../../lib/site.ts';
import { bagOf, type Bag } from '../../keyword/bag.ts';
import { embeddedText, hashOf, textHashString } from '../../vector/embedded-text.ts';

/** A change, converted for the tables. */
export interface Entry {
  memory: string;
  seq: number;
  /** The searchable content; undefined if the memory is in the trash or deleted. */
  live: Live | undefined;
}

export interface Live {
  /** Unix milliseconds. */
  createdAt: number;
  source: string;
  collection: string | null;
  tagKeys: string[];
  /** From `siteOf`; null without an address. */
  site: string | null;
  bag: Bag;
  textHash: string;
}

export function entryOf({ kind, row }: Change): Entry {
  const isLive = kind === 'memory' && row.deletedAt === null;
  return { memory: row.id, seq: row.seq, live: isLive ? liveOf(row) : undefined };
}

function liveOf(row: Extract<Change, { kind: 'memory' }>['row']): Live {
  const { createdAt, source, collection, tagKeys, url } = row;
  return {
    createdAt: Date.parse(createdAt),
    source,
    collection,
    tagKeys,
    site: url === null ? null : siteOf(url),
    bag: bagOf(row),
    textHash: textHashString(hashOf(embeddedText(row))),
  };
}
