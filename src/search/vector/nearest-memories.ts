import type { VectorHit, VectorQuery } from '../../service/ports/vector-index.ts';
import type { DocValues } from '../doc-values/doc-values.ts';
import type { Volume } from './volume.ts';

/**
 * A search with a limit above 0 rescores at least this many memories from their floats: those with the best codes
 * (int8).
 */
const minRescored = 50;

/** See VectorIndex.search. */
export async function nearestMemories(
  volume: Volume,
  docValues: DocValues,
  { vector, filters, limit, within, also = [] }: VectorQuery,
): Promise<VectorHit[]> {
  if (vector.length !== volume.header.dimensions)
    throw new RangeError(
      `A vector of ${vector.length} numbers can’t be compared with those of ${volume.header.model}.`,
    );
  const mask = docValues.mask(filters, within);
  const required = also
    .flatMap((id) => docValues.numberOf(id) ?? [])
    .filter((memory) => mask?.[memory] !== 0 && volume.has(memory));
  const candidates =
    limit === 0 ? [] : volume.nearest(vector, mask, Math.max(minRescored, 2 * limit)).map(({ memory }) => memory);
  const rescored = await Promise.all(
    Array.from(new Set([...candidates, ...required]), async (memory) => ({
      memory,
      ...(await volume.measure(memory, vector)),
    })),
  );
  rescored.sort((one, other) => other.cosine - one.cosine || docValues.compare(one.memory, other.memory));
  return rescored
    .filter(({ memory }, rank) => rank < limit || required.includes(memory))
    .map(({ memory, ...hit }) => ({ id: docValues.id(memory), ...hit }));
}
