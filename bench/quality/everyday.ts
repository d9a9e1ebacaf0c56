import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a query has in common with the wanted note. */
export const queryClasses = {
  exact: 'exact: words of the note',
  form: 'other form of a word',
  meaning: 'meaning (English)',
  typo: 'mistyped',
  none: 'nothing there: no note answers it',
} as const;

export type QueryClass = keyof typeof queryClasses;

export interface EverydayResult {
  queryClass: QueryClass;
  text: string;
  /** The rank of the wanted note, from 1; null if the query has none, or if the note isn't among the first ten. */
  rank: number | null;
  /** Whether the wanted note is marked as certain; for a query of the class `none`, whether any note is. */
  certain: boolean;
}

/**
 * The goals, as shares of queries, 0..1. `first`, `topThree`: of the queries with a wanted note, those that have it
 * first or among the first three. `withoutCertain`: of the other queries, those without a certain hit.
 */
export const everydayGoals = { first: 0.93, topThree: 0.97, withoutCertain: 0.97 };

/** `first`, `topThree`, `certain`: the queries with the wanted note first, among the first three, or marked certain. */
export interface EverydayCounts {
  queries: number;
  first: number;
  topThree: number;
  certain: number;
}

const isAmongThree = ({ rank }: EverydayResult): boolean => rank !== null && rank <= 3;

export const countsOf = (results: EverydayResult[]): EverydayCounts => ({
  queries: results.length,
  first: results.filter(({ rank }) => rank === 1).length,
  topThree: results.filter(isAmongThree).length,
  certain: results.filter(({ certain }) => certain).length,
});

export const ofClass = (results: EverydayResult[], wanted: QueryClass): EverydayResult[] =>
  results.filter(({ queryClass }) => queryClass === wanted);

const file = join(import.meta.dirname, 'everyday.json');

interface Recorded {
  /** The day of the run, such as `2026-11-23`. */
  day: string;
  results: EverydayResult[];
}

export const recordedEveryday = (): Recorded => JSON.parse(readFileSync(file, 'utf8')) as Recorded;

export function recordEveryday(results: EverydayResult[]): void {
  const recorded: Recorded = { day: new Date().toISOString().slice(0, 10), results };
  writeFileSync(file, `${JSON.stringify(recorded, undefined, 2)}\n`);
}

export function everydayTable({ day, results }: Recorded = recordedEveryday()): string {
  const wanted = results.filter(({ queryClass }) => queryClass !== 'none');
  const absent = ofClass(results, 'none');
  const all = countsOf(wanted);
  const falselyCertain = absent.filter(({ certain }) => certain);
  const [first, topThree] = [all.first / all.queries, all.topThree / all.queries];
  const withoutCertain = 1 - falselyCertain.length / absent.length;
  const classes = (Object.keys(queryClasses) as QueryClass[]).filter((name) => name !== 'none');
  return `### The everyday set
${results.length} queries over invented notes such as a person keeps, in several languages (\`test/everyday\`). They were written before any tuning of the search for such queries, and nothing may be tuned on them. Measured on ${day}.

${[
  row(['class', 'queries', 'wanted note first', 'among the first three', 'certain']),
  row(['---', '---:', '---:', '---:', '---:']),
  ...classes.map((name) => countsRow(queryClasses[name], countsOf(ofClass(results, name)))),
  countsRow('all of these', all),
  row(['goal', '', percent(everydayGoals.first), percent(everydayGoals.topThree), '']),
].join('\n')}

Of the ${absent.length} queries about things that are in no note, ${absent.length - falselyCertain.length} (${percent(withoutCertain)}) have no certain hit (goal: ${percent(everydayGoals.withoutCertain)}).

- Wanted note first: ${verdict(first, everydayGoals.first)}
- Among the first three: ${verdict(topThree, everydayGoals.topThree)} Not among them: ${list(wanted.filter((result) => !isAmongThree(result)))}.
- Nothing there: ${verdict(withoutCertain, everydayGoals.withoutCertain)} Queries with a certain hit: ${list(falselyCertain)}.
- Other form of a word: wanted note not marked certain: ${list(ofClass(results, 'form').filter(({ certain }) => !certain))}.

Measured by \`npm run everyday\`.
`;
}

const row = (cells: string[]) => `| ${cells.join(' | ')} |`;

const countsRow = (title: string, { queries, first, topThree, certain }: EverydayCounts) =>
  row([title, String(queries), ...[first, topThree, certain].map((count) => `${count} (${percent(count / queries)})`)]);

const verdict = (share: number, goal: number) =>
  share >= goal ? 'the goal is met.' : `**the goal is not met** (${percent(share)}).`;

const list = (results: EverydayResult[]) =>
  results.length === 0
    ? 'none'
    : results
        .map(({ text, queryClass, rank }) => `“${text}”${queryClass === 'none' ? '' : ` (${rankText(rank)})`}`)
        .join(', ');

const rankText = (rank: number | null) => (rank === null ? 'not among ten' : `rank ${rank}`);

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}
