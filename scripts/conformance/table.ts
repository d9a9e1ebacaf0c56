import type { Offers } from '../../conformance/offers.ts';
import type { CaseResult, Status } from '../../conformance/results.ts';
import type { CreatedItem } from '../../conformance/created-items.ts';

export interface Report {
  server: string;
  offers: Offers;
  results: readonly CaseResult[];
  undeleted: readonly CreatedItem[];
}

const statusLabels: Record<Status, string> = {
  passed: 'pass',
  failed: 'FAIL',
  reported: 'reported',
  'not offered': 'not offered',
  'not run': 'not run',
};
const width = Math.max(...Object.values(statusLabels).map(({ length }) => length)) + 2;

export const statuses = Object.keys(statusLabels) as Status[];

export function countsOf(results: readonly CaseResult[]): Record<Status, number> {
  return Object.fromEntries(
    statuses.map((status) => [status, results.filter((result) => result.status === status).length]),
  ) as Record<Status, number>;
}

export const hasPassed = (results: readonly CaseResult[]): boolean =>
  countsOf(results).failed === 0 && countsOf(results).passed > 0;

/**
 * The report for people. Each failure has a row, and so has each case about the source document (see docs/v1.md) or
 * about every response. Other cases are counted by subject.
 */
export function tableOf({ server, offers, results, undeleted }: Report): string {
  const counts = countsOf(results);
  return [
    `v1 at ${server}, ${offers === null ? 'a plain server' : `which offers ${[...offers].join(', ') || 'no extension'}`}`,
    '',
    ...rowsOf(results),
    '',
    ...undeletedLines(undeleted),
    statuses.map((status) => `${counts[status]} ${status}`).join(', '),
  ].join('\n');
}

/** The subject of a case: the part of its name before the colon. */
const familyOf = ({ name }: CaseResult) => name.split(':')[0] ?? '';
const listedSingly = new Set(['source', 'open', 'every response']);

function rowsOf(results: readonly CaseResult[]): string[] {
  const hasOwnRow = (result: CaseResult) => listedSingly.has(familyOf(result)) || result.status === 'failed';
  const groups = Map.groupBy(
    results.filter((result) => !hasOwnRow(result)),
    ({ status, message }) => `${status} ${message}`,
  );
  return [...results.filter(hasOwnRow).flatMap(rowOf), ...[...groups.values()].flatMap(groupRows)];
}

function groupRows(group: readonly CaseResult[]): string[] {
  const [{ status, message } = { status: 'passed' as const, message: undefined }] = group;
  const families = [...Map.groupBy(group, familyOf)].map(([family, { length }]) => `${family} (${length})`);
  return [
    row(
      statusLabels[status],
      `${group.length} ${group.length === 1 ? 'case' : 'cases'}${message === undefined ? '' : `, since ${message}`}`,
    ),
    ...linesOf(families).map((line) => row('', line)),
  ];
}

function linesOf(names: readonly string[], maxLength = 100): string[] {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < maxLength) lines[lines.length - 1] = `${last}, ${name}`;
    else lines.push(name);
  }
  return lines;
}

const row = (first: string, second: string) => `${first.padEnd(width)}${second}`;

function rowOf({ name, status, message, request, response, says = [] }: CaseResult): string[] {
  const details: [string, string | undefined][] =
    status === 'failed'
      ? [
          ['request', request],
          ['response', response],
          ['problem', message],
          ['v1 says', firstOf(says)],
        ]
      : [['', message]];
  return [
    row(statusLabels[status], name),
    ...details.flatMap(([what, text]) =>
      text === undefined
        ? []
        : text
            .split('\n')
            .map((line, index) => row('', `${(index === 0 ? what : '').padEnd(what === '' ? 0 : 10)}${line}`)),
    ),
  ];
}

function firstOf(says: readonly string[], maxCount = 3): string {
  return [...says.slice(0, maxCount), ...(says.length > maxCount ? [`and ${says.length - maxCount} more`] : [])].join(
    '\n',
  );
}

function undeletedLines(undeleted: readonly CreatedItem[]): string[] {
  return undeleted.length === 0 ? [] : ["Couldn't delete:", ...undeleted.map(({ kind, id }) => `  ${kind} ${id}`), ''];
}
