import { parseArgs } from 'node:util';
import { obtain } from '../scripts/browsers/obtain.ts';
import { buildKernels } from '../scripts/kernels/build.ts';
import { benchSite } from './embed/site.ts';
import { obtainBaseline } from './embed/obtain-baseline.ts';
import { openBench } from './embed/open.ts';
import { quality } from './embed/quality.ts';
import { readiness } from './embed/readiness.ts';
import { speed } from './embed/speed.ts';

// `npm run bench:embed -- [--firefox] [FOLDER]`: compares models in a real browser, on one thread.
// - `ours`: MiniLM on our WASM kernel.
// - `bundled`: all bundled models together.
// - `baseline`: MiniLM in int8 on onnxruntime-web.
// - `tokens with`, `tokens without`: MiniLM on our kernel, with and without token vectors.
// FOLDER: question sets in the format of bench:quality.
const { values, positionals } = parseArgs({
  options: { firefox: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const kind = values.firefox ? 'firefox' : 'chromium';
const modules = ['ours relaxed-fours', 'ours relaxed-pairs', 'ours plain'];
const tokens = ['tokens with', 'tokens without'];

process.env[`COMMONPLACE_${kind.toUpperCase()}`] = await obtain(kind, { say: console.error, prefer: 'packages' });
await buildKernels();
const site = await benchSite(obtainBaseline());
const page = await openBench(kind, site.origin);
await speed(page, [...modules, ...tokens, 'bundled', 'baseline']);
await page.close();
await readiness(kind, site.origin);
const second = await openBench(kind, site.origin);
for (const name of ['ours', 'baseline']) await second.ask(name, { load: { query: 'hotel', copy: false } });
await quality(second, ['ours', 'baseline'], positionals[0]);
await second.close();
await site.close();
