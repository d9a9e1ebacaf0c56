import { multiplyAdd } from './arithmetic';
import { gelu } from './gelu';

/** What happens to the numbers that a linear map gives. */
export const put: i32 = 0; // they are stored
export const putGelu: i32 = 1; // GELU of them is stored
export const add: i32 = 2; // they are added to what lies there
export const addSpan: i32 = 3; // the same, where an activation of 0 stood for another number

/** Integer sums of four columns of one row become the row's four numbers at `target`. */
// @ts-ignore: decorator
@inline
export function finish(sums: v128, how: i32, target: i32, rowScale: v128, rowOffset: v128, columnScale: v128, bias: v128, columnSum: v128): void {
  let value = multiplyAdd(f32x4.mul(f32x4.convert_i32x4_s(sums), rowScale), columnScale, bias);
  if (how == putGelu) value = gelu(value);
  if (how == addSpan) value = multiplyAdd(rowOffset, columnSum, value);
  if (how >= add) value = f32x4.add(value, v128.load(target));
  v128.store(target, value);
}
