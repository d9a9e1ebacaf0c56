import { sumOf } from '../../kernel/lanes';
import { multiplyAdd } from './arithmetic';
import { states, tokenBasis, tokenMean, tokenVectors } from './memory';
import { hidden, tokenWidth } from './shape';

/** Computes the token vectors of the first `count` tokens of the last call, each of length 1. */
export function reduceStates(count: i32): void {
  for (let token = 0; token < count; token++) {
    const state = states + 4 * token * hidden;
    const target = tokenVectors + 4 * token * tokenWidth;
    const factor = <f32>1 / sqrt<f32>(product(state, state));
    let squares: f32 = 0;
    for (let index = 0; index < tokenWidth; index++) {
      const value = product(state, tokenBasis + 4 * index * hidden) * factor - load<f32>(tokenMean + 4 * index);
      store<f32>(target + 4 * index, value);
      squares += value * value;
    }
    const length = sqrt<f32>(squares);
    for (let index = 0; index < tokenWidth; index++) store<f32>(target + 4 * index, load<f32>(target + 4 * index) / length);
  }
}

// @ts-ignore: decorator
@inline
function product(one: i32, other: i32): f32 {
  let first = f32x4.splat(0);
  let second = f32x4.splat(0);
  for (let at = 0; at < 4 * hidden; at += 32) {
    first = multiplyAdd(v128.load(one + at), v128.load(other + at), first);
    second = multiplyAdd(v128.load(one + at, 16), v128.load(other + at, 16), second);
  }
  return sumOf(f32x4.add(first, second));
}
