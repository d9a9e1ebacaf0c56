import type { OpenLibrary } from '../run.ts';
import { fts5 } from './fts5.ts';
import { minisearch } from './minisearch.ts';
import { orama, oramaHybrid } from './orama.ts';

/** The libraries that a developer could use instead, set up as their documentation says. */
export const peers: { name: string; package: string; open: OpenLibrary }[] = [
  { name: 'MiniSearch', package: 'minisearch', open: minisearch },
  { name: 'Orama, by word', package: '@orama/orama', open: orama },
  { name: 'Orama, hybrid, our vectors', package: '@orama/orama', open: oramaHybrid },
  { name: 'SQLite FTS5', package: '@sqlite.org/sqlite-wasm', open: fts5 },
];
