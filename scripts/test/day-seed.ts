/** The seed of random choices. It changes daily; `npm test` prints it, and `COMMONPLACE_SEED` sets it. */
export const daySeed = Number(process.env['COMMONPLACE_SEED'] ?? Math.floor(Date.now() / 86_400_000));

/** Slow files run on one day in this many (./turns.ts). */
export const days = 5;
