/** The share of the relevant documents that are among the first `depth` found, 0..1. */
export function recallAt(depth: number, found: number[], relevant: number[]): number {
  const wanted = new Set(relevant);
  return found.slice(0, depth).filter((position) => wanted.has(position)).length / wanted.size;
}

/**
 * Normalised discounted cumulative gain of the first `depth` found, 0..1. A relevant document gains 1 / log2(rank + 1)
 * (Järvelin and Kekäläinen 2002).
 */
export function ndcgAt(depth: number, found: number[], relevant: number[]): number {
  const wanted = new Set(relevant);
  const gain = (ranks: number[]) => ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0);
  const ranks = found.slice(0, depth).flatMap((position, index) => (wanted.has(position) ? [index + 1] : []));
  return gain(ranks) / gain(Array.from({ length: Math.min(depth, wanted.size) }, (_, index) => index + 1));
}
