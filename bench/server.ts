import { parseArgs } from 'node:util';
import { buildKernels } from '../scripts/kernels/build.ts';
import { laid, type DatabaseName } from './server/databases.ts';
import { measured } from './server/measure.ts';

const usage = `npm run bench:server -- [SIZE …] [--seconds N] [--database PGlite|PostgreSQL] [--peer]

The server over SIZE memories (default: 10000 100000): requests a second and milliseconds (p50/p95), with one client and with four, on PGlite and on PostgreSQL,
beside the same SQL sent straight to the same database by as many, with no service in between; reads and lists also beside that SQL behind Node's HTTP alone (bare). The share in front is the server's of what the database does by itself.
A search by meaning or by both embeds the question, which no SQL does. --peer: Chroma too, which is fetched once by Python's pip.`;

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
      const place = await laid(name, size);
      for await (const line of measured(place, size, Number(values.seconds))) console.log(`  ${line}`);
      await place.end();
    }
    if (values.peer) {
      const { chroma } = await import('./server/chroma.ts');
      for await (const line of chroma(size, Number(values.seconds))) console.log(`  ${line}`);
    }
  }
}
