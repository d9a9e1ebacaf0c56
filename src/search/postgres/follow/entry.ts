import type { Change } from '../../../service/ports/rows.ts';
import { bagOf, type Bag } from '../../keyword/bag.ts';
import { embeddedText, hashOf, spelledOut } from '../../vector/embedded-text.ts';

/** A change as the tables take it. */
export interface Entry {
  memory: string;
  seq: number;
  /** What can be found now; undefined where the memory is in the trash or gone. */
  live: Live | undefined;
}

export interface Live {
  /** Unix milliseconds. */
  createdAt: number;
  source: string;
  collection: string | null;
  tagKeys: string[];
  bag: Bag;
  /** Names what is embedded of it. */
  textHash: string;
}

export function entryOf({ kind, row }: Change): Entry {
  const isLive = kind === 'memory' && row.deletedAt === null;
  return { memory: row.id, seq: row.seq, live: isLive ? liveOf(row) : undefined };
}

function liveOf(row: Extract<Change, { kind: 'memory' }>['row']): Live {
  const { createdAt, source, collection, tagKeys } = row;
  return {
    createdAt: Date.parse(createdAt),
    source,
    collection,
    tagKeys,
    bag: bagOf(row),
    textHash: spelledOut(hashOf(embeddedText(row))),
  };
}
