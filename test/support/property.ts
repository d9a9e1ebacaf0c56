import fc, { type IAsyncProperty, type IProperty } from 'fast-check';
import { daySeed } from '../../scripts/test/day-seed.ts';
import { rounds } from './rounds.ts';

const slices = 10;

/**
 * Checks a property with `runs` random inputs, rounded up to a multiple of ten, in ten slices. In `npm test`, no slice
 * after the first starts once `seconds` are over. The first slice uses a fixed seed, so that a known fault shows at
 * once; the other seeds change daily.
 */
export async function checkProperty<Given>(
  name: string,
  property: IProperty<Given> | IAsyncProperty<Given>,
  { seed, runs, seconds }: { seed: number; runs: number; seconds: number },
): Promise<void> {
  for (const slice of rounds(name, { count: slices, seconds })) {
    await fc.assert(property as IAsyncProperty<Given>, {
      seed: slice === 1 ? seed : daySeed * slices + slice,
      numRuns: Math.ceil(runs / slices),
    });
  }
}
