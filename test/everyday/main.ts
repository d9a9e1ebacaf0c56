import { writeFileSync } from 'node:fs';
import { recordEveryday } from '../../bench/quality/everyday.ts';
import { performanceTable } from '../../bench/performance-table.ts';
import { buildKernels } from '../../scripts/kernels/build.ts';
import { everydayResults } from './everyday.ts';

/** Measures search with the everyday set and writes docs/performance.md (`npm run everyday`). */
await buildKernels();
recordEveryday(await everydayResults());
writeFileSync(new URL('../../docs/performance.md', import.meta.url), performanceTable());
