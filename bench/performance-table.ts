import { ratioTo, type Figure } from './search/figures.ts';
import { readFigures, type Moment } from './search/recorded-figures.ts';

const moments: Moment[] = ['before', 'after'];

/** Returns docs/performance.md, made from the recorded figures. */
export function performanceTable(): string {
  const recorded = { before: readFigures('before'), after: readFigures('after') };
  const sizes = [...new Set(moments.flatMap((moment) => Object.keys(recorded[moment]).map(Number)))].sort(
    (one, other) => one - other,
  );
  const names = [
    ...new Set(
      sizes.flatMap((size) => moments.flatMap((moment) => (recorded[moment][size] ?? []).map(({ name }) => name))),
    ),
  ];
  const columns = sizes.flatMap((size) =>
    moments.flatMap((moment) =>
      recorded[moment][size] === undefined
        ? []
        : { title: `${size.toLocaleString('en')} ${moment}`, figures: recorded[moment][size] },
    ),
  );
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return `# Performance

Keyword search beside stock MiniSearch, in Chromium, over the same notes of 40 to 60 words. The number before × is MiniSearch's figure divided by ours: **above 1, Commonplace is ahead**. In brackets: our own median.

${[row(['', ...columns.map(({ title }) => title)]), row(['---', ...columns.map(() => '---:')]), ...names.map((name) => row([name, ...columns.map(({ figures }) => cellOf(figures.find((figure) => figure.name === name)))]))].join('\n')}

*Before*: the index that kept recent changes in a MiniSearch. *After*: the last run of \`npm run bench -- --markdown\`, which writes this page. Compare the ratios: both sides are measured in the same run, while absolute times depend on the machine and its load.
`;
}

function cellOf(figure: Figure | undefined): string {
  if (figure === undefined) return '';
  const ratio = ratioTo('minisearch', figure);
  const own = figure.values.commonplace!;
  const shown = `${shortened(own)} ${figure.unit}`;
  return ratio === undefined ? shown : `${shortened(ratio)} × (${shown})`;
}

function shortened(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(2)));
}
