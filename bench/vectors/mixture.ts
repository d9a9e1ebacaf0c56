import { normalise } from '../../src/lib/vector-math.ts';
import { randomFrom } from '../../scripts/random.ts';

/**
 * `even`: noise in all directions. `flat`: as much noise, but mostly in 32 directions, so the points are more like
 * embeddings of texts.
 */
export type Noise = 'even' | 'flat';

export interface Mixture {
  noise: Noise;
  clusters: number;
  count: number;
  seed: number;
  dimensions: number;
}

const flatDirections = 32;

/**
 * The length of the noise that is added to a cluster's centre of length 1. Two points of a cluster then have a cosine
 * of 1 / (1 + .8²) = .61.
 */
const noiseLength = 0.8;

/** Random points of length 1 in clusters, concatenated in one array, and query points. */
export function mixture(
  { noise, clusters, count, seed, dimensions }: Mixture,
  queries: number,
): { points: Float32Array; queries: Float32Array[] } {
  const random = randomFrom(seed);
  /** Returns approximately normally distributed numbers. */
  const normal = () => random() + random() + random() + random() - 2;
  const direction = () => normalise(Float32Array.from({ length: dimensions }, normal));
  const centres = Array.from({ length: clusters }, direction);
  const directions = Array.from({ length: noise === 'flat' ? flatDirections : 0 }, direction);
  const point = () => {
    const centre = centres[Math.floor(random() * clusters)]!;
    const around = noise === 'even' ? direction() : mixed(directions, normal, direction());
    return normalise(centre.map((value, index) => value + noiseLength * around[index]!));
  };
  const points = new Float32Array(count * dimensions);
  for (let number = 0; number < count; number++) points.set(point(), number * dimensions);
  return { points, queries: Array.from({ length: queries }, point) };
}

/**
 * Returns the sum of two vectors, scaled to length 1. One is a random combination of `directions`. The other one is
 * `other`, scaled to .3 of the expected length of that combination.
 */
function mixed(directions: Float32Array[], normal: () => number, other: Float32Array): Float32Array {
  // The weights have a variance of 1/3, and the directions are nearly orthogonal.
  const expectedLength = Math.sqrt(directions.length / 3);
  const sum = other.map((value) => 0.3 * expectedLength * value);
  for (const direction of directions) {
    const weight = normal();
    for (let index = 0; index < sum.length; index++) sum[index]! += weight * direction[index]!;
  }
  return normalise(sum);
}
