import { test } from 'vitest';
import { keepsEveryProperty } from '../../support/new-schedules.ts';
import { longProofMs } from '../../support/rounds.ts';

// A separate file, so that a second core can run this half at the same time.
test(
  'simulated devices and servers keep every property in the second half of the new schedules',
  () => keepsEveryProperty('more sync schedules', { from: 50_000, count: 50_000, seconds: 0 }),
  longProofMs,
);
