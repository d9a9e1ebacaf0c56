import { parseArgs } from 'node:util';
import { searchMode } from '../src/v1/schemas/search.ts';
import { certaintyOf, type Certainty } from './quality/certainty.ts';
import { inChromium } from './quality/in-chromium.ts';
import { openInNode } from './quality/in-node.ts';
import { overHttp } from './quality/over-http.ts';
import { figuresOf, type Figures } from './quality/run.ts';
import { readSets } from './quality/sets.ts';

const usage = `npm run bench:quality -- [DIR] [--mode keyword|semantic|hybrid] [--certainty] [--json] [--browser | --url URL --token TOKEN]

Runs the questions of each set in DIR (*.json; default: bench/sets) and prints the quality of the results per set:
recall@5, the share of the right memories among the first five, and nDCG@10, how high they rank. Both from 0 to 1.
--certainty prints instead how often the mark "certain" is right: the share of right answers that have it, and of searches for random words that show none.
--browser uses the built extension in Chromium; --url a running server, with the token of a user without memories and a sufficient --rate (6000/60); the default is the service in Node.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mode: { type: 'string' },
    certainty: { type: 'boolean' },
    json: { type: 'boolean' },
    browser: { type: 'boolean' },
    url: { type: 'string' },
    token: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const mode = searchMode.optional().safeParse(values.mode);

if (values.help || !mode.success || positionals.length > 1) {
  console.error(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  const [folder = `${import.meta.dirname}/sets`] = positionals;
  const open = values.browser
    ? await inChromium()
    : values.url === undefined
      ? openInNode
      : await overHttp(values.url, values.token ?? '');
  const all: (Figures | Certainty)[] = [];
  for (const set of readSets(folder)) {
    const figures = await (values.certainty ? certaintyOf(set, open, mode.data) : figuresOf(set, open, mode.data));
    all.push(figures);
    if (!values.json) console.log(lineOf(figures));
  }
  if (values.json) console.log(JSON.stringify(all));
}

function lineOf(figures: Figures | Certainty): string {
  const name = figures.set.padEnd(20);
  if ('rightCertain' in figures)
    return `${name} right answers that are certain ${percent(figures.rightCertain)}, searches for random words that show nothing certain ${percent(figures.randomSilent)}`;
  const { mode: used, otherModes, recall5, ndcg10, queries } = figures;
  return `${name} ${used.padEnd(8)}  recall@5 ${recall5.toFixed(3)}  nDCG@10 ${ndcg10.toFixed(3)}  ${queries} queries${otherModes === 0 ? '' : `, ${otherModes} of them in another mode`}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
