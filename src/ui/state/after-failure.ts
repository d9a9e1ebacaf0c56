import type { Results } from './results.ts';

/** Calls `read` when the list can be read again after a failure: what is around the list has probably failed too. */
export function afterFailure(results: Pick<Results, 'shown'>, read: () => Promise<unknown>): void {
  let hasFailed = false;
  results.shown.subscribe((outcome) => {
    if (outcome === undefined) return;
    const failedBefore = hasFailed;
    hasFailed = 'failure' in outcome;
    if (failedBefore && !hasFailed) void read();
  });
}
