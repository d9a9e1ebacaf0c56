/** Whether the long proofs are asked for whole. */
export const isWhole = process.env['COMMONPLACE_SOAK'] === '1';

/** How often a long proof is repeated: the stated number by `npm run soak`, a tenth of it by `npm test`. */
export function rounds(stated: number): number {
  return isWhole ? stated : Math.ceil(stated / 10);
}
