import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { everydayTable } from './everyday.ts';
import type { Figures } from './run.ts';

export interface PeerFigures extends Pick<Figures, 'set' | 'recall5' | 'ndcg10' | 'queries' | 'milliseconds'> {
  /** Name and version. */
  engine: string;
  day: string;
}

const file = join(import.meta.dirname, 'recorded.json');

const readFigures = (): PeerFigures[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PeerFigures[]) : [];

/** Keeps the recorded figures of other sets. */
export function recordQuality(figures: PeerFigures[]): void {
  const sets = new Set(figures.map(({ set }) => set));
  const all = [...readFigures().filter(({ set }) => !sets.has(set)), ...figures];
  writeFileSync(file, `${JSON.stringify(all, undefined, 1)}\n`);
}

export function qualityTable(): string {
  const figures = readFigures();
  const sets = [...new Set(figures.map(({ set }) => set))].sort();
  const engines = [...new Set(figures.map(({ engine }) => engine))];
  const days = [...new Set(figures.map(({ day }) => day))].sort();
  const table = (textOf: (found: PeerFigures) => string) =>
    [
      row(['', ...sets]),
      row(['---', ...sets.map(() => '---:')]),
      ...engines.map((engine) =>
        row([
          engine,
          ...sets.map((set) => {
            const found = figures.find((figure) => figure.engine === engine && figure.set === set);
            return found === undefined ? '' : textOf(found);
          }),
        ]),
      ),
    ].join('\n');
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return `## How well search finds

recall@5 (the share of the right memories that are among the first five) / nDCG@10 (how high they rank), over the same questions. The first row is Commonplace; the others are what a developer would use instead, each set up as its documentation says. Measured ${days.join(' and ')}.

${table(({ recall5, ndcg10 }) => `${recall5.toFixed(3)} / ${ndcg10.toFixed(3)}`)}

The median time of one of these searches in Node, in milliseconds. Commonplace and Orama's hybrid search both compute the query's vector, with our model. The time of Commonplace also includes the whole service, with its filters, snippets and scores.

${table(({ milliseconds }) => milliseconds.toFixed(1))}

Measured by \`npm run bench:quality -- DIR --peers --keep\`; \`first-notes\` is in bench/sets.

${everydayTable()}`;
}
