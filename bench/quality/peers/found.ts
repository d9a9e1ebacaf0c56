import { depth, type Found } from '../run.ts';

/** The best distinct documents that a library found; it marks none as certain. */
export const foundBy = (mode: Found['mode'], positions: Iterable<number>): Found => ({
  positions: [...new Set(positions)].slice(0, depth),
  certain: new Set(),
  mode,
});
