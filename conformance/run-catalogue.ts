import type { Case, Spending } from './case.ts';
import { catalogue } from './catalogue.ts';
import type { Host } from './host.ts';
import { resultOf, everyResponseResults, type CaseResult } from './results.ts';
import { Run, type RunOptions } from './run.ts';
import type { CreatedItem } from './created-items.ts';

export interface CatalogueOptions extends RunOptions {
  /** Only cases whose name contains this text. */
  only?: string;
  /** Default: the whole catalogue. */
  cases?: readonly Case[];
  progress?: (result: CaseResult, total: number) => void;
}

export interface CatalogueReport {
  results: CaseResult[];
  undeleted: readonly CreatedItem[];
}

/**
 * Runs the cases one after the other, and deletes what they create. With a budget, skips cases that would exceed the
 * budget or whose cost is unknown.
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
  return { results: [...results, ...everyResponseResults(run)], undeleted: run.undeleted };
}

function reasonToSkip(run: Run, { name, spends }: Case): CaseResult | undefined {
  const reason = run.stopped ? 'the run was stopped' : (run.skipReason ?? overBudget(run, spends));
  return reason === undefined ? undefined : { name, status: 'not run', message: reason };
}

function overBudget({ ledger, fixtures }: Run, spends: Spending | undefined): string | undefined {
  if (ledger.remaining === Infinity) return undefined;
  if (spends === undefined) return 'the run has a budget, and the cost of this case is unknown';
  const needed = spends.own + Math.max(0, (spends.fixtures ?? 0) - fixtures.spent);
  return needed > ledger.remaining ? 'not enough of the budget is left' : undefined;
}
