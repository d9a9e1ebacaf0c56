import { multiplyAdd } from './arithmetic';
import { embeddingNorm, positionCodes, positionScales, wordCodes, wordScales } from './memory';
import { normalise } from './norm';
import { hidden } from './shape';

/** The initial state of a token: the sum of its word's and position's embeddings (the latter includes the type's), normalised. */
export function embed(token: i32, position: i32, row: i32): void {
  const wordScale = v128.load32_splat(wordScales + 4 * token);
  const positionScale = v128.load32_splat(positionScales + 4 * position);
  const word = wordCodes + token * hidden;
  const positionCode = positionCodes + 2 * position * hidden;
  for (let i = 0; i < hidden; i += 8) {
    const ofWord = v128.load8x8_s(word + i);
    const ofPosition = v128.load(positionCode + 2 * i);
    v128.store(row + 4 * i, sum(i32x4.extend_low_i16x8_s(ofWord), wordScale, i32x4.extend_low_i16x8_s(ofPosition), positionScale));
    v128.store(row + 4 * i, sum(i32x4.extend_high_i16x8_s(ofWord), wordScale, i32x4.extend_high_i16x8_s(ofPosition), positionScale), 16);
  }
  normalise(row, embeddingNorm);
}

// @ts-ignore: decorator
@inline
function sum(word: v128, wordScale: v128, position: v128, positionScale: v128): v128 {
  return multiplyAdd(f32x4.convert_i32x4_s(word), wordScale, f32x4.mul(f32x4.convert_i32x4_s(position), positionScale));
}
