import { parseArgs } from 'node:util';
import { buildForBench } from './chromium/extension.ts';
import { rowsOf } from './search/rows.ts';
import { measureOurs } from './sync/ours.ts';
import { measurePouchDb, pouchDbVersion } from './sync/pouchdb.ts';
import { cellOf, recordSyncFigures } from './sync/recorded.ts';

const usage = `npm run bench:sync -- [--memories 10000] [--ours] [--keep]

Measures requests, bytes and time of a first sync in both directions, of a round without changes, of the proof that
both sides are equal, of one edit and of 1,000 edits. Also measures how long searches take during a first sync. Measures
the same, except the proof and the searches, for PouchDB and its server package, installed from npm, over the same notes.
--memories: how many notes; at least 1,000.
--ours: leaves out PouchDB, which takes long with many notes.
--keep: records the figures for docs/performance.md; not with --ours.`;

const { values } = parseArgs({
  options: {
    memories: { type: 'string', default: '10000' },
    keep: { type: 'boolean' },
    ours: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

if (values.help || (values.keep && values.ours)) {
  console.error(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  const memories = Number(values.memories);
  const extension = await buildForBench();
  const texts = rowsOf(memories).map(({ content }) => content);
  const pouchdb = values.ours ? [] : await measurePouchDb(extension, texts);
  const { figures: ours, searches } = await measureOurs(extension, memories);
  for (const [name, figures] of Object.entries({ Commonplace: ours, PouchDB: pouchdb }))
    for (const figure of figures) console.log(`${name}, ${figure.act}: ${cellOf(figure)}`);
  const search = { p50: quantile(searches, 0.5), p95: quantile(searches, 0.95) };
  console.log(`${searches.length} searches meanwhile: ${search.p50.toFixed(0)} ms, p95 ${search.p95.toFixed(0)} ms`);
  if (values.keep) recordSyncFigures({ memories, ours, pouchdb, version: pouchDbVersion, search });
}
