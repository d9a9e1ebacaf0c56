import type { Case, Spending } from './case.ts';
import { catalogue } from './catalogue.ts';
import type { Host } from './host.ts';
import { resultOf, resultsOfEveryAnswer, type CaseResult } from './results.ts';
import { Run, type RunOptions } from './run.ts';
import type { Made } from './tidy.ts';

export interface CatalogueOptions extends RunOptions {
  /** The cases whose name holds this text. */
  only?: string;
  /** Left out: all. */
  cases?: readonly Case[];
  /** Told of each result as it comes, and how many cases there are. */
  progress?: (result: CaseResult, of: number) => void;
}

export interface CatalogueReport {
  results: CaseResult[];
  /** What the server did not let go. */
  left: readonly Made[];
}

/**
 * Runs every case that a server is for, one after the other, and tidies up.
 * Where there is a budget, what it costs is known beforehand, and what it would exceed is left out.
 */
export async function runCatalogue(
  host: Host,
  { only = '', cases: given = catalogue, progress, ...options }: CatalogueOptions = {},
): Promise<CatalogueReport> {
  const run = new Run(host, options);
  const cases = given.filter(({ name, plain }) => name.includes(only) && (plain || !options.plain));
  const results: CaseResult[] = [];
  for (const one of cases) {
    const result = await (reasonToLeaveOut(run, one) ?? resultOf(run, one));
    results.push(result);
    progress?.(result, cases.length);
  }
  await run.finish();
  return { results: [...results, ...resultsOfEveryAnswer(run)], left: run.left };
}

function reasonToLeaveOut(run: Run, { name, spends }: Case): CaseResult | undefined {
  const reason = run.stopped ? 'the run was stopped' : (run.impatient ?? overBudget(run, spends));
  return reason === undefined ? undefined : { name, status: 'not run', message: reason };
}

function overBudget({ ledger, shelf }: Run, spends: Spending | undefined): string | undefined {
  if (ledger.left === Infinity) return undefined;
  if (spends === undefined) return 'there is a budget, and what these spend is not known';
  const needed = spends.own + Math.max(0, (spends.shelf ?? 0) - shelf.spent);
  return needed > ledger.left ? 'the budget has not enough left' : undefined;
}
