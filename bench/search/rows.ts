import type { ChangeFeed } from '../../src/service/ports/keyword-index.ts';
import type { MemoryRow } from '../../src/service/ports/rows.ts';
import { idOf } from '../vectors/feed.ts';
import { notes } from './notes.ts';

export const seed = 20_261_121;

/** A tenth of all notes is in this collection, which filtered queries ask for. */
export const wantedCollection = 'col_wanted';

export interface Document {
  id: string;
  content: string;
  tags: string[];
  collection: string;
  source: string;
  createdAt: string;
}

export function documentsOf(size: number): Document[] {
  return notes(size, seed).map((content, number) => ({
    id: idOf(number),
    content,
    tags: number % 5 === 0 ? ['work'] : [],
    collection: number % 10 === 0 ? wantedCollection : 'col_other',
    source: 'popup',
    createdAt: new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString(),
  }));
}

const absent = { title: null, capture: null, url: null, deletedAt: null, origin: null, chargedAt: null };

export function rowsOf(size: number): MemoryRow[] {
  return documentsOf(size).map((document, number) => ({
    ...document,
    tagKeys: document.tags,
    updatedAt: document.createdAt,
    version: 1,
    seq: number + 1,
    ...absent,
  }));
}

/** The notes are generated on the first read. */
export function feedOf(size: number): ChangeFeed {
  let rows: MemoryRow[] | undefined;
  return {
    store: 'bench',
    lastSeq: async () => size,
    async changes(seq, limit) {
      rows ??= rowsOf(size);
      return rows.slice(seq, seq + limit).map((row) => ({ kind: 'memory', row }));
    },
  };
}
