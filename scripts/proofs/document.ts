import { globSync } from 'node:fs';
import { catalogue } from '../../conformance/catalogue.ts';
import { claimNames, claimOf, whereIs } from '../../conformance/claims/index.ts';
import { lanes, longOnly } from '../test/lanes.ts';
import { invariants, threats, type Kept } from './promises.ts';

const found = (patterns: string[], exclude: string[] = []) =>
  new Set(globSync(patterns, { exclude }).map((file) => file.replaceAll('\\', '/')));
const filesOf = lanes.map(({ name, include, exclude }) => [name, found(include, exclude)] as const);
const long = found([longOnly]);

/** The lanes of a test file, as a person reads them; undefined if none runs it. */
export function lanesOf(file: string): string | undefined {
  const names = filesOf.filter(([, files]) => files.has(file)).map(([name]) => name);
  return names.length === 0 ? undefined : `${names.join(', ')}${long.has(file) ? '; `npm run test:all` only' : ''}`;
}

const row = (...cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const fileCell = (file: string) => `\`${file}\` (${lanesOf(file)})`;
const keptTable = (title: string, all: readonly Kept[]) => [
  row(title, 'shown by'),
  '|---|---|',
  ...all.map(({ says, shownBy }) => row(says, shownBy.map(fileCell).join(', '))),
];

function claimRow(name: (typeof claimNames)[number]): string {
  const claim = claimOf(name);
  const cases = catalogue.filter(({ covers }) => covers.includes(name)).length;
  const shown = [
    ...(cases > 0 ? [`${cases} ${cases === 1 ? 'case' : 'cases'}`] : []),
    ...(claim.elsewhere === undefined ? [] : [fileCell(claim.elsewhere)]),
  ];
  return row(claim.says, whereIs(name, claim), shown.join(', '));
}

/** docs/proofs.md: which tests show what we promise. */
export const proofsDocument = (): string =>
  [
    '# What is proved, and where',
    '',
    'Made by `npm run proofs` from `conformance` and `scripts/proofs/promises.ts`. A test compares it and finds what has no test.',
    '',
    'A case of the conformance catalogue runs in process over each store, whole, and through each further entry: a door of our own, a model, HTTP on each database, two servers at once, Chromium, Firefox.',
    'There `npm test` runs one case for each claim and a tenth of the others; `npm run test:all` runs all. Long proofs end by time in `npm test` and by count in `npm run test:all`.',
    '',
    '## Invariants',
    ...keptTable('what holds', invariants),
    '',
    '## Threats',
    ...keptTable('what somebody may try', threats),
    '',
    '## Claims of v1',
    row('claim', 'where it stands', 'shown by'),
    '|---|---|---|',
    ...claimNames.map(claimRow),
    '',
  ].join('\n');
