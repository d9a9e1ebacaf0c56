import { parseArgs } from 'node:util';
import project from '../package.json' with { type: 'json' };
import { buildKernels } from '../scripts/kernels/build.ts';
import { searchMode } from '../src/v1/schemas/search.ts';
import { installedVersion } from './installed-version.ts';
import { certaintyOf, type Certainty } from './quality/certainty.ts';
import { inChromium } from './quality/in-chromium.ts';
import { openInNode } from './quality/in-node.ts';
import { languageFiguresOf, pageFigures, type LanguageFigures, type PageFigures } from './quality/languages.ts';
import { overHttp } from './quality/over-http.ts';
import { partlyIndexedFiguresOf, type PartlyIndexedFigures, type SupersededFigures } from './quality/partly-indexed.ts';
import { peers } from './quality/peers/index.ts';
import { recordQuality, type PeerFigures } from './quality/recorded.ts';
import { figuresOf, type Figures, type OpenLibrary } from './quality/run.ts';
import { readSets } from './quality/sets.ts';

type AnyFigures = Figures | Certainty | LanguageFigures | PageFigures | PartlyIndexedFigures | SupersededFigures;

const usage = `npm run bench:quality -- [DIR] [--mode keyword|semantic|hybrid] [--certainty | --languages | --partly | --peers [--keep]] [--json] [--browser | --url URL --token TOKEN]

Runs the questions of each set in DIR (*.json; default: bench/sets) and prints the quality of the results per set:
recall@5, the share of the right memories that are among the first five, and nDCG@10, how high they rank. Both from 0 to 1.
--certainty prints instead how often the mark "certain" is right: the share of the right answers that have it, and the
share of hopeless searches that return no certain hit. A hopeless search is for something that no memory contains:
random words, or a question of another group of the same set.
--languages prints instead, for each language of a set in several languages, how many questions have the right memory as
their first result, and for how many of them this result is also marked certain; then nDCG@10 on translated manual
pages, by word alone and by word and meaning. Fetches the pages with apt-get: needs Debian.
--partly prints instead the quality in Node of the older model, which answers searches after an update until all memories are indexed again. Then prints the quality while only the newest 0, 25, 50, 75 and 100 % of the memories are indexed.
--peers compares with the libraries that a developer would use instead; --keep records their figures and ours for docs/performance.md.
--browser uses the built extension in Chromium; --url a running server, with the token of a user without memories and a sufficient --rate (6000/60); the default is the service in Node.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mode: { type: 'string' },
    certainty: { type: 'boolean' },
    languages: { type: 'boolean' },
    partly: { type: 'boolean' },
    peers: { type: 'boolean' },
    keep: { type: 'boolean' },
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
  await buildKernels();
  const open = values.browser
    ? await inChromium()
    : values.url === undefined
      ? openInNode
      : await overHttp(values.url, values.token ?? '');
  const all: AnyFigures[] = [];
  const report = (figures: AnyFigures) => {
    all.push(figures);
    if (!values.json) console.log(lineOf(figures));
  };
  if (values.peers) await besidePeers(folder, open);
  else if (values.partly) {
    for (const set of readSets(folder)) for await (const figures of partlyIndexedFiguresOf(set)) report(figures);
  } else if (values.languages) {
    for (const set of readSets(folder))
      for await (const figures of languageFiguresOf(set, open, mode.data)) report(figures);
    for await (const figures of pageFigures(open)) report(figures);
  } else
    for (const set of readSets(folder))
      report(await (values.certainty ? certaintyOf(set, open, mode.data) : figuresOf(set, open, mode.data)));
  if (values.json) console.log(JSON.stringify(all));
}

async function besidePeers(from: string, ours: OpenLibrary): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const sides = [
    { engine: `Commonplace ${project.version}`, open: ours },
    ...peers.map(({ name, package: id, open: openPeer }) => ({
      engine: `${name} ${installedVersion(id)}`,
      open: openPeer,
    })),
  ];
  const measured: PeerFigures[] = [];
  for (const set of readSets(from)) {
    for (const { engine, open: openSide } of sides) {
      const { set: name, recall5, ndcg10, queries, milliseconds } = await figuresOf(set, openSide, undefined);
      measured.push({ engine, day, set: name, recall5, ndcg10, queries, milliseconds });
      if (!values.json)
        console.log(
          `${name.padEnd(20)} ${engine.padEnd(36)} recall@5 ${recall5.toFixed(3)}  nDCG@10 ${ndcg10.toFixed(3)}  ${milliseconds.toFixed(1)} ms`,
        );
    }
  }
  if (values.json) console.log(JSON.stringify(measured));
  if (values.keep) recordQuality(measured);
}

function lineOf(figures: AnyFigures): string {
  const name = figures.set.padEnd(20);
  if ('language' in figures)
    return `${name} ${figures.language.padEnd(5)}  found first: same language ${percent(figures.same)}, first language ${percent(figures.first)}, by questions in the first language ${percent(figures.byFirst)}, all together ${percent(figures.all)}; certain ${percent(figures.certain)}, without the right memory ${percent(figures.falselyCertain)}`;
  if ('keyword' in figures)
    return `${name} nDCG@10 by word ${figures.keyword.toFixed(3)}, by both ${figures.hybrid.toFixed(3)}`;
  if ('rightCertain' in figures)
    return `${name} right answers that are certain ${percent(figures.rightCertain)}, searches for random words that show nothing certain ${percent(figures.randomSilent)}${figures.othersSilent === undefined ? '' : `, questions about other people’s notes ${percent(figures.othersSilent)}`}`;
  if ('superseded' in figures) return `${name} ${qualityText(figures)}  with ${figures.superseded} alone`;
  if ('share' in figures)
    return `${name} ${percent(figures.share).padStart(7)}  token vectors of that share: ${qualityText(figures.tokens)}; all vectors of that share: ${qualityText(figures.indexed)}, without token vectors ${qualityText(figures.withoutTokens)}`;
  const { mode: used, otherModes, queries } = figures;
  return `${name} ${used.padEnd(8)}  ${qualityText(figures)}  ${queries} queries${otherModes === 0 ? '' : `, ${otherModes} of them in another mode`}`;
}

function qualityText({ recall5, ndcg10 }: Pick<Figures, 'recall5' | 'ndcg10'>): string {
  return `recall@5 ${recall5.toFixed(3)}  nDCG@10 ${ndcg10.toFixed(3)}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
