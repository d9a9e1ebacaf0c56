import type { Case, Spending } from './case.ts';
import { catalogue } from './catalogue.ts';
import type { Host } from './host.ts';
import { resultOf, resultsOfEveryAnswer, type CaseResult } from './results.ts';
import { Run, type RunOptions } from './run.ts';
import type { Made } from './tidy.ts';

export interface CatalogueOptions extends RunOptions {
  /** Runs only cases whose name contains this text. */
  only?: string;
  /** All if left out. */
  cases?: readonly Case[];
  /** Called with each result and the number of cases. */
  progress?: (result: CaseResult, of: number) => void;
}

export interface CatalogueReport {
  results: CaseResult[];
  /** What could not be deleted. */
  left: readonly Made[];
}

/**
 * Runs the cases one after the other, then deletes what they created.
 * With a budget, cases that would exceed it are skipped.
 */
export async function runCatalogue(
  host: Host,
  { only = '', cases: given = catalogue, progress, ...options }: CatalogueOptions = {},
): Promise<CatalogueReport> {
  const run = new Run(host, options);
  const cases = given.filter(({ name, plain }) => name.includes(only) && (plain || !options.plain));
  const results: CaseResult[] = [];
  for (const testCase of cases) {
    const result = await (reasonToSkip(run, testCase) ?? resultOf(run, testCase));
    results.push(result);
    progress?.(result, cases.length);
  }
  await run.finish();
  return { results: [...results, ...resultsOfEveryAnswer(run)], left: run.left };
}

function reasonToSkip(run: Run, { name, spends }: Case): CaseResult | undefined {
  const reason = run.stopped ? 'the run was stopped' : (run.impatient ?? overBudget(run, spends));
  return reason === undefined ? undefined : { name, status: 'not run', message: reason };
}

function overBudget({ ledger, fixtures }: Run, spends: Spending | undefined): string | undefined {
  if (ledger.left === Infinity) return undefined;
  if (spends === undefined) return 'there is a budget, and what these spend is not known';
  const needed = spends.own + Math.max(0, (spends.fixtures ?? 0) - fixtures.spent);
  return needed > ledger.left ? 'the budget has not enough left' : undefined;
}
