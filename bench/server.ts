import { parseArgs } from 'node:util';
import { buildKernels } from '../scripts/kernels/build.ts';
import { fillDatabase, type DatabaseName } from './server/databases.ts';
import { compareSides } from './server/compare-sides.ts';

const usage = `npm run bench:server -- [SIZE …] [--seconds N] [--database PGlite|PostgreSQL] [--peer]

Measures the server over SIZE memories (default: 10000 100000): requests per second and milliseconds (p50/p95), with one and four clients, on PGlite and PostgreSQL.
For comparison, sends the same SQL directly to the database (direct), and for reads and lists also through a minimal
HTTP server on Node (bare). The leading percentage is the server's rate divided by the direct rate.
Semantic and hybrid searches also embed the query, which the SQL alone doesn't include. --peer: also measures Chroma, installed once with pip.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '5' },
    database: { type: 'string', multiple: true, default: ['PGlite', 'PostgreSQL'] },
    peer: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});
const sizes = positionals.length > 0 ? positionals.map(Number) : [10_000, 100_000];

if (values.help || !sizes.every((size) => Number.isInteger(size) && size > 0)) {
  console.error(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  await buildKernels();
  for (const size of sizes) {
    for (const name of values.database as DatabaseName[]) {
      console.log(`${name}, ${size} memories`);
      const filled = await fillDatabase(name, size);
      for await (const line of compareSides(filled, size, Number(values.seconds))) console.log(`  ${line}`);
      await filled.end();
    }
    if (values.peer) {
      const { measureChroma } = await import('./server/chroma.ts');
      for await (const line of measureChroma(size, Number(values.seconds))) console.log(`  ${line}`);
    }
  }
}
