/**
 * True in `npm run test:all`, which runs every conformance case through every entry to the service (such as HTTP), and
 * all rounds of long proofs. `npm test` runs a sample of the cases, and limits the time of each proof.
 */
export const runsAll = process.env['COMMONPLACE_TESTS'] === 'all';

/**
 * Before something counts as hanging, tests wait this many times as long as in `npm test`: in `npm run test:all`, many
 * processes share few cores.
 */
export const patience = runsAll ? 3 : 1;
