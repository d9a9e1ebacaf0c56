/** The seed of random choices. It changes daily; `npm test` prints it, and `COMMONPLACE_SEED` sets it. */
export const daySeed = Number(process.env['COMMONPLACE_SEED'] ?? Math.floor(Date.now() / 86_400_000));

/** `npm test` runs a slow file once in this number of days (./turns.ts). */
export const days = 5;
