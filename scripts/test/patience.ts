/** True in `npm run test:all`. `npm test` runs a sample of the conformance cases, and limits the time of each proof. */
export const runsAll = process.env['COMMONPLACE_TESTS'] === 'all';

/** Multiplies the time after which tests give up waiting. In `npm run test:all`, many processes share few cores. */
export const patience = runsAll ? 3 : 1;
