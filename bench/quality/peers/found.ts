import { depth, type Found } from '../run.ts';

/** What another search engine found: its best distinct documents, none of them marked certain. */
export const foundBy = (mode: Found['mode'], positions: Iterable<number>): Found => ({
  positions: [...new Set(positions)].slice(0, depth),
  certain: new Set(),
  mode,
});
