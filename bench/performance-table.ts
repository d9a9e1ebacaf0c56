import { ratioTo, type Figure } from './search/figures.ts';
import * as clients from './clients/recorded-figures.ts';
import { countedWork } from './counted-work.ts';
import { pageTable } from './page/recorded.ts';
import { qualityTable } from './quality/recorded.ts';
import { screensTable } from './screens/recorded.ts';
import { readFigures, type Figures, type Moment } from './search/recorded-figures.ts';
import { syncTable } from './sync/recorded.ts';
import { worstRequestsTable } from './worst-request/recorded.ts';

const moments: Moment[] = ['before', 'after'];

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
  return `# Performance

## Keyword search
Keyword search compared with stock MiniSearch, in Chromium, over the same notes of 40 to 60 words. The number before × is MiniSearch's figure divided by ours: **above 1, Commonplace is ahead**. In brackets: our own median.

${[row(['', ...columns.map(({ title }) => title)]), row(['---', ...columns.map(() => '---:')]), ...names.map((name) => row([name, ...columns.map(({ figures }) => cellOf(figures.find((figure) => figure.name === name)))]))].join('\n')}

${behindLine(recorded.after)}

${fellLine(recorded.before, recorded.after)}

*Before*: our index when it still kept recent changes in a MiniSearch index. *After*: the last run of \`npm run bench -- --markdown\`, which writes this page. Compare the ratios: both sides are measured in the same run, while absolute times depend on the machine and its load. Each figure is the median over 120 queries. Up to 10,000 notes, each query's time is the median of three comparisons in fresh browsers. In a comparison, each query runs up to 20 times in every library, so these rows show repeated searches: Commonplace caches up to 4,096 terms for each segment of its index, and 256 query words with their corrections, because each key press searches for the earlier words again. In the rows *once*, every query is new and runs once; each of the 120 times is the mean of up to eight such queries. At 1,000 notes, about a third of that time goes into correcting words that no note has; stock MiniSearch corrects words only in the row *typo*. The extension's own rows were measured on ${extensionDays(recorded.after)}.

The same run, compared with other libraries. Again, each number is their figure divided by ours. FTS5 is SQLite's WASM build with the index in memory; it corrects no typos, and its WASM memory isn't counted. MiniSearch and Orama are stored as JSON. *Hybrid* searches by word and by given vectors, without late interaction. It is measured only up to 10,000 notes, since Orama's vectors of more notes don't fit into a tab's memory. ${measuredLine(recorded.after)}

${besideTable(recorded.after)}

${qualityTable()}
## The clients
Requests per second, one after another, and how much longer a request takes than with plain \`fetch\` or httpx2: the median of 400 short, alternating rounds. The idle server does no work, so its rows show best how much time the clients themselves take. Plain \`fetch\` has no time limit, but the client has one by default; so the rows “no time limit” compare like with like (goal: at most 10 % longer).

${requestsTable()}

Import time and size with all dependencies, compared with other services' clients:

${installedTable()}

Measured by \`npm run bench -- --only clients --markdown\`.

${pageTable()}
${screensTable()}
${syncTable()}
${worstRequestsTable()}
${countedWork}`;
}

const row = (cells: string[]) => `| ${cells.join(' | ')} |`;

function requestsTable(): string {
  return [
    row(['client', 'request', 'server', 'plain', 'client', 'longer']),
    row(['---', '---', '---', '---:', '---:', '---:']),
    ...clients
      .readFigures()
      .requests.map(({ client, beside, server, kind, plain, own }) =>
        row([
          client,
          kind,
          server,
          `${beside} ${plain.toFixed(0)}/s`,
          `${own.toFixed(0)}/s`,
          `${(100 * (plain / own - 1)).toFixed(0)} %, ${(1e6 / own - 1e6 / plain).toFixed(0)} µs`,
        ]),
      ),
  ].join('\n');
}

function installedTable(): string {
  return [
    row(['client', 'import', 'size', 'packages']),
    row(['---', '---:', '---:', '---:']),
    ...clients
      .readFigures()
      .installed.map(({ language, name, version, importMs, kilobytes, packages }) =>
        row([
          `${language}: \`${name}\` ${version}`,
          `${importMs.toFixed(0)} ms`,
          `${(kilobytes / 1e3).toFixed(kilobytes < 1e4 ? 2 : 0)} MB`,
          String(packages),
        ]),
      ),
  ].join('\n');
}

const others = { minisearch: 'MiniSearch', fts5: 'FTS5', orama: 'Orama' } as const;

function besideTable(after: Figures): string {
  const columns = Object.entries(after).flatMap(([size, figures]) =>
    (Object.keys(others) as (keyof typeof others)[])
      .filter((engine) => figures.some(({ values }) => values[engine] !== undefined))
      .map((engine) => ({ figures, engine, size: Number(size) })),
  );
  const names = [...new Set(columns.flatMap(({ figures }) => figures.map(({ name }) => name)))].filter(
    (name) => !name.startsWith('extension'),
  );
  return [
    row(['', ...columns.map(({ engine, size }) => `${size.toLocaleString('en')} ${others[engine]}`)]),
    row(['---', ...columns.map(() => '---:')]),
    ...names.map((name) =>
      row([
        name,
        ...columns.map(({ figures, engine }) => {
          const figure = figures.find((one) => one.name === name);
          const ratio = figure && ratioTo(engine, figure);
          return ratio === undefined ? '' : `${shortened(ratio)} ×`;
        }),
      ]),
    ),
  ].join('\n');
}

const sortedSet = (values: (string | undefined)[]): string[] =>
  [...new Set(values.filter((value) => value !== undefined))].sort();

function measuredLine(after: Figures): string {
  const beside = Object.values(after).flatMap((figures) =>
    figures.filter(({ values }) => Object.keys(values).length > 1),
  );
  const versions = (Object.keys(others) as (keyof typeof others)[]).map(
    (engine) => `${others[engine]} ${sortedSet(beside.map((figure) => figure.versions?.[engine])).join(' and ')}`,
  );
  return `Measured ${sortedSet(beside.map(({ day }) => day)).join(' and ')}, with ${versions.join(', ')}.`;
}

function extensionDays(after: Figures): string {
  const own = Object.values(after).flatMap((figures) => figures.filter(({ name }) => name.startsWith('extension')));
  return sortedSet(own.map(({ day }) => day)).join(' and ');
}

function cellOf(figure: Figure | undefined): string {
  if (figure === undefined) return '';
  const ratio = ratioTo('minisearch', figure);
  const own = figure.values.commonplace!;
  const shown = `${shortened(own)} ${figure.unit}`;
  return ratio === undefined ? shown : `${shortened(ratio)} × (${shown})`;
}

function behindLine(after: Figures): string {
  const behind = Object.entries(after).flatMap(([size, figures]) =>
    figures.flatMap((figure) => {
      const [ratio, { name, unit, values }] = [ratioTo('minisearch', figure), figure];
      return ratio === undefined || ratio >= 1
        ? []
        : `${name} at ${Number(size).toLocaleString('en')} notes (${shortened(values.commonplace!)} ${unit} instead of ${shortened(values.minisearch!)} ${unit})`;
    }),
  );
  const verdict = behind.length === 0 ? 'the goal is met.' : `**the goal is not met** by ${behind.join(', ')}.`;
  return `Goal: no row behind MiniSearch; ${verdict}`;
}

/** Lists the rows whose ratio is lower than before, and says which of them are behind MiniSearch. */
function fellLine(before: Figures, after: Figures): string {
  const fell = Object.entries(after).flatMap(([size, figures]) =>
    figures.flatMap((figure) => {
      const earlier = before[Number(size)]?.find(({ name }) => name === figure.name);
      const [then, now] = [earlier && ratioTo('minisearch', earlier), ratioTo('minisearch', figure)];
      if (then === undefined || now === undefined || Number(shortened(now)) >= Number(shortened(then))) return [];
      return [
        {
          now,
          text: `${figure.name} at ${Number(size).toLocaleString('en')} (${shortened(then)} → ${shortened(now)} ×)`,
        },
      ];
    }),
  );
  if (fell.length === 0) return 'No ratio is lower than before.';
  const behind = fell.filter(({ now }) => now < 1).map(({ text }) => text);
  const verdict =
    behind.length === 0 ? 'All of them are still ahead of MiniSearch' : `Behind MiniSearch: ${behind.join(', ')}`;
  return `**Some ratios are lower than before**: ${fell.map(({ text }) => text).join(', ')}. ${verdict}.`;
}

function shortened(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(2)));
}
