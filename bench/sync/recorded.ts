import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acts, type SyncFigure } from './acts.ts';

export interface SyncFigures {
  memories: number;
  ours: SyncFigure[];
  pouchdb: SyncFigure[];
  version: string;
  /** Milliseconds of a keyword search during the first syncs. Absent from older recorded figures. */
  search?: { p50: number; p95: number };
}

const file = join(import.meta.dirname, 'recorded.json');

export const recordSyncFigures = (figures: SyncFigures): void =>
  writeFileSync(file, `${JSON.stringify(figures, undefined, 1)}\n`);

const goals: Partial<Record<string, number>> = { 'first sync, sending': 120, 'first sync, receiving': 60 };

const searchGoalMs = 50;

export const cellOf = ({ seconds, requests, bytes }: SyncFigure): string =>
  `${seconds.toFixed(seconds < 10 ? 2 : 1)} s, ${requests} ${requests === 1 ? 'request' : 'requests'}, ${sizeOf(bytes)}`;

const sizeOf = (bytes: number) => (bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

export function syncTable(): string {
  const { memories, ours, pouchdb, version, search } = JSON.parse(readFileSync(file, 'utf8')) as SyncFigures;
  const rows = acts.flatMap((act) => {
    const found = [ours, pouchdb].map((figures) => figures.find((figure) => figure.act === act));
    if (found[0] === undefined) return [];
    const cells = found.map((figure) => (figure === undefined ? '–' : cellOf(figure)));
    return `| ${[act, ...cells, goals[act] === undefined ? '' : `${goals[act]} s`].join(' | ')} |`;
  });
  const searchLine =
    search === undefined
      ? ''
      : `\nDuring the first syncs a search by word took ${search.p50.toFixed(0)} ms (median), ${search.p95.toFixed(0)} ms (95th percentile; goal ${searchGoalMs} ms).\n`;
  const missed = [
    ...ours.flatMap(({ act, seconds }) =>
      seconds > (goals[act] ?? Infinity) ? [`${act} (${seconds.toFixed(1)} s instead of ${goals[act]} s)`] : [],
    ),
    ...(search && search.p95 > searchGoalMs
      ? [`searches (${search.p95.toFixed(0)} ms instead of ${searchGoalMs} ms)`]
      : []),
  ];
  const verdict = missed.length === 0 ? 'all are met.' : `**not met** by ${missed.join('; ')}.`;
  return `## Sync

${memories.toLocaleString('en')} notes of 40 to 60 words. Commonplace: the built extension in Chromium and our server on PGlite. Its first syncs end with the proof that both sides are the same. The extension's indexing by meaning is paused. PouchDB ${version}: IndexedDB in a page of the same browser, and express-pouchdb over LevelDB. Its sync ends without such a proof. Bytes are counted on the wire, in both directions. Browser and server share two cores, and the server indexes incoming memories by meaning; the second profile connects once all are indexed. During our first syncs, a page also searches about nine times a second. The receiving browser's first sync begins with a copy of the server's memories, which the change feed then returns again.

| | Commonplace | PouchDB | goal |
| --- | ---: | ---: | ---: |
${rows.join('\n')}
${searchLine}
Goals: ${verdict}

Measured by \`npm run bench -- --only sync --markdown\`.
`;
}
