import { parseArgs } from 'node:util';
import { searchMode } from '../src/v1/schemas/search.ts';
import { inChromium } from './quality/in-chromium.ts';
import { openInNode } from './quality/in-node.ts';
import { figuresOf, type Figures } from './quality/run.ts';
import { readSets } from './quality/sets.ts';

const usage = `npm run bench:quality -- [DIR] [--mode keyword|semantic|hybrid] [--json] [--browser]

Asks the questions of each set in DIR (*.json; default: bench/sets) and prints, for each set, how well they were answered:
recall@5, the share of the right memories among the first five, and nDCG@10, how far up they stand. Both from 0 to 1.
--browser asks the built extension in Chromium; without it, the service in Node.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { mode: { type: 'string' }, json: { type: 'boolean' }, browser: { type: 'boolean' }, help: { type: 'boolean' } },
});
const mode = searchMode.optional().safeParse(values.mode);

if (values.help || !mode.success || positionals.length > 1) {
  console.error(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  const [folder = `${import.meta.dirname}/sets`] = positionals;
  const open = values.browser ? await inChromium() : openInNode;
  const all: Figures[] = [];
  for (const set of readSets(folder)) all.push(await figuresOf(set, open, mode.data));
  if (values.json) console.log(JSON.stringify(all));
  else for (const { set, mode: used, recall5, ndcg10, queries } of all) console.log(`${set.padEnd(20)} ${used.padEnd(8)}  recall@5 ${recall5.toFixed(3)}  nDCG@10 ${ndcg10.toFixed(3)}  ${queries} queries`);
}
