import { add, addSpan, finish, put, putGelu } from './finish';
import { nextGroup } from './groups';
import { activations } from './memory';
import { tile } from './tile';
import { activationBytes } from './variant';

/**
 * A linear map of the quantised rows (quantise.ts) by weights of 7 bits: exact integer sums, then one scale for each row and column.
 * Weights lie in panels of eight columns, [panel][depth / 4][8 columns][4], which stay in the nearest cache while all rows pass.
 */
// @ts-ignore: decorator
@inline
function multiply(map: i32, depth: i32, columns: i32, rows: i32, target: i32, how: i32): void {
  const scales = map + depth * columns;
  for (let column = 0; column < columns; column += 8) {
    const panel = map + column * depth;
    for (let row = 0; row < rows; ) {
      const size = nextGroup(rows - row);
      const from = activations + activationBytes * row * depth;
      const to = target + 4 * (row * columns + column);
      const at = scales + 4 * column;
      switch (size) {
        case 5: tile(5, from, panel, depth, columns, row, at, to, how); break;
        case 4: tile(4, from, panel, depth, columns, row, at, to, how); break;
        case 3: tile(3, from, panel, depth, columns, row, at, to, how); break;
        case 2: tile(2, from, panel, depth, columns, row, at, to, how); break;
        default: tile(1, from, panel, depth, columns, row, at, to, how);
      }
      row += size;
    }
  }
}

export function multiplyPut(map: i32, depth: i32, columns: i32, rows: i32, target: i32): void {
  multiply(map, depth, columns, rows, target, put);
}

export function multiplyPutGelu(map: i32, depth: i32, columns: i32, rows: i32, target: i32): void {
  multiply(map, depth, columns, rows, target, putGelu);
}

export function multiplyAddTo(map: i32, depth: i32, columns: i32, rows: i32, target: i32): void {
  multiply(map, depth, columns, rows, target, add);
}

export function multiplyAddSpanTo(map: i32, depth: i32, columns: i32, rows: i32, target: i32): void {
  multiply(map, depth, columns, rows, target, addSpan);
}
