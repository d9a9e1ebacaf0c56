import { depth, type Found } from '../run.ts';

export const foundBy = (mode: Found['mode'], positions: Iterable<number>): Found => ({
  positions: [...new Set(positions)].slice(0, depth),
  certain: new Set(),
  mode,
});
