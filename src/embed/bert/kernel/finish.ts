import { multiplyAdd } from './arithmetic';
import { gelu } from './gelu';
import { model, splade } from './shape';

/** What happens to the results of a linear map. */
export const put: i32 = 0; // store them
export const putGelu: i32 = 1; // store their GELU
export const add: i32 = 2; // add them to the present values
export const addSpan: i32 = 3; // as `add`, but for activations of `quantiseSpan`, whose code 0 doesn't mean the value 0
export const putGreatest: i32 = 4; // replace the present value of a column if the new one is greater; SPLADE only

/** Converts the integer sums of four columns of a row to f32 and puts them at `target`. */
// @ts-ignore: decorator
@inline
export function finish(sums: v128, how: i32, target: i32, rowScale: v128, rowOffset: v128, columnScale: v128, bias: v128, columnSum: v128): void {
  let value = multiplyAdd(f32x4.mul(f32x4.convert_i32x4_s(sums), rowScale), columnScale, bias);
  if (how == putGelu) value = gelu(value);
  if (how == addSpan) value = multiplyAdd(rowOffset, columnSum, value);
  if (how == add || how == addSpan) value = f32x4.add(value, v128.load(target));
  if (keepsMost(how)) value = f32x4.pmax(value, v128.load(target));
  v128.store(target, value);
}

// @ts-ignore: decorator
@inline
export function keepsMost(how: i32): bool {
  return model == splade && how == putGreatest;
}
