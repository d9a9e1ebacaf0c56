import { checksum } from '../../kernel/checksum';
import { convolve, project } from './branch';
import { average, deepen } from './deep';
import { embed } from './embedding';
import { featureRows, tokens, weights, weightsBytes } from './memory';
import { features } from './shape';

export { tokens, vector, weights, weightsBytes } from './memory';
export { mostTokens } from './shape';

export function weightsChecksum(): i32 {
  return checksum(weights, weights + weightsBytes);
}

/** Embeds the first `count` of `tokens` into `vector`, of length 1. `count` is at least 1. */
export function run(count: i32): void {
  for (let i = 0; i < count; i++) embed(load<i32>(tokens + 4 * i), featureRows + 4 * features * i);
  project(count);
  convolve(count);
  average(count);
  deepen();
}
