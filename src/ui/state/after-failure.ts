import type { Results } from './results.ts';

/**
 * Calls `read` whenever the list loads again after a failure: the data around the list has probably failed to load too.
 */
export function afterFailure(results: Pick<Results, 'shown'>, read: () => Promise<unknown>): void {
  let hasFailed = false;
  results.shown.subscribe((outcome) => {
    if (outcome === undefined) return;
    const failedBefore = hasFailed;
    hasFailed = 'failure' in outcome;
    if (failedBefore && !hasFailed) void read();
  });
}
