import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { performanceTable } from './performance-table.ts';

const benches = [
  'quality',
  'search',
  'vectors',
  'embed',
  'library',
  'popup',
  'server',
  'clients',
  'page',
  'sync',
  'worst-request',
];

/**
 * The benches that record figures for docs/performance.md if given `--keep`. `quality` isn't one of them, since it
 * records figures only if given `--peers` too.
 */
const recorded = ['search', 'library', 'popup', 'clients', 'page', 'sync', 'worst-request'];

const usage = `npm run bench -- [--only ${benches.join(',')}] [--markdown]

Runs all benches, or only the named ones. --markdown: runs the benches shown in docs/performance.md (or only the named ones), records their figures and rewrites the document.`;

const { values } = parseArgs({
  options: { only: { type: 'string' }, markdown: { type: 'boolean' }, help: { type: 'boolean' } },
});
const wanted = values.only?.split(',') ?? (values.markdown ? recorded : benches);

if (values.help || !wanted.every((name) => benches.includes(name))) {
  console.error(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  for (const name of wanted) {
    const flags = values.markdown && recorded.includes(name) ? ['--keep'] : [];
    const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...flags], {
      stdio: 'inherit',
    });
    // The status is null if a signal ended the bench. After any other failure, the other benches still run.
    if (status === null) process.exit(1);
    process.exitCode ||= status;
  }
  if (values.markdown) writeFileSync(join(import.meta.dirname, '../docs/performance.md'), performanceTable());
}
