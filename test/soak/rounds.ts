/** How often a long proof is repeated: the stated number by `npm run soak`, a tenth of it by `npm test`. */
export function rounds(stated: number): number {
  return process.env['COMMONPLACE_SOAK'] === '1' ? stated : Math.ceil(stated / 10);
}
