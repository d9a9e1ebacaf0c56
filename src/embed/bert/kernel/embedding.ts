import { multiplyAdd } from './arithmetic';
import { decoder, embeddingNorm, factorsOf, positionCodes, positionScales, wordCodes, wordScales } from './memory';
import { normalise } from './norm';
import { weightZero } from './quantise';
import { hidden, miniLm, model, terms } from './shape';

/**
 * The initial state of a token: the embedding of its word plus that of its position, normalised. In the weights file,
 * the embedding of each position already includes that of token type 0.
 */
export function embed(token: i32, position: i32, row: i32): void {
  const positionScale = v128.load32_splat(positionScales + 4 * position);
  const codes = positionCodes + 2 * position * hidden;
  for (let i = 0; i < hidden; i += 4) {
    const ofPosition = f32x4.mul(f32x4.convert_i32x4_s(v128.load16x4_s(codes + 2 * i)), positionScale);
    v128.store(row + 4 * i, model == miniLm ? withRow(token, i, ofPosition) : withColumn(token, i, ofPosition));
  }
  normalise(row, embeddingNorm);
}

/** MiniLM: adds four numbers of the word's embedding, a row of `wordCodes`. */
// @ts-ignore: decorator
@inline
function withRow(token: i32, i: i32, sum: v128): v128 {
  const codes = i16x8.extend_low_i8x16_s(v128.load32_zero(wordCodes + token * hidden + i));
  return multiplyAdd(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(codes)), v128.load32_splat(wordScales + 4 * token), sum);
}

/**
 * SPLADE: adds four numbers of the word's embedding, a column of the decoder. A weight is (its code - `weightZero`) ×
 * the scale of its column × the factor of its input. For the layout of the codes see multiply.ts.
 */
// @ts-ignore: decorator
@inline
function withColumn(token: i32, i: i32, sum: v128): v128 {
  const codes = i16x8.extend_low_i8x16_u(v128.load32_zero(decoder + (token & ~7) * hidden + 8 * i + 4 * (token & 7)));
  const weights = f32x4.convert_i32x4_s(i32x4.sub(i32x4.extend_low_i16x8_u(codes), i32x4.splat(weightZero)));
  const scale = v128.load32_splat(decoder + terms * hidden + 4 * token);
  return multiplyAdd(f32x4.mul(weights, v128.load(factorsOf(decoder, hidden, terms) + 4 * i)), scale, sum);
}
