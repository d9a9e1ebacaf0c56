import type { Case } from './case.ts';
import { catalogue } from './catalogue.ts';
import type { Host } from './host.ts';
import { resultOf, resultsOfEveryAnswer, type CaseResult } from './results.ts';
import { Run, type RunOptions } from './run.ts';
import type { Made } from './tidy.ts';

export interface CatalogueOptions extends RunOptions {
  /** The cases whose name holds this text. */
  only?: string;
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
export async function runCatalogue(host: Host, { only = '', progress, ...options }: CatalogueOptions = {}): Promise<CatalogueReport> {
  const run = new Run(host, options);
  const cases = catalogue.filter(({ name }) => name.includes(only));
  const results: CaseResult[] = [];
  for (const one of cases) {
    const result = await (reasonToLeaveOut(run, one) ?? resultOf(run, one));
    results.push(result);
    progress?.(result, cases.length);
  }
  await run.finish();
  return { results: [...results, ...resultsOfEveryAnswer(run)], left: run.left };
}

function reasonToLeaveOut(run: Run, { name, writes }: Case): CaseResult | undefined {
  if (run.stopped) return { name, status: 'not run', message: 'the run was stopped' };
  if (run.ledger.left === Infinity) return undefined;
  if (writes === undefined) return { name, status: 'not run', message: 'what it spends is not known beforehand' };
  return writes > run.ledger.left + run.shelf.spent ? { name, status: 'not run', message: `it spends ${writes} transactions, and the budget has ${run.ledger.left} left` } : undefined;
}
