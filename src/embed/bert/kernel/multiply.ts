import { nextGroup } from '../../kernel/groups';
import { keepsMost } from './finish';
import { activations } from './memory';
import { tileOf1, tileOf2, tileOf3, tileOf4, tileOf5 } from './tile';
import { activationBytes } from './variant';

/**
 * Multiplies the quantised rows (quantise.ts) by 7-bit weights: exact integer sums, then a scale per row and column.
 * Weights are stored in panels of eight columns, [panel][depth / 4][8 columns][4]. A panel stays in the L1 cache while
 * all rows are multiplied by it.
 * `how`: see finish.ts.
 */
export function multiply(map: i32, depth: i32, columns: i32, rows: i32, target: i32, how: i32): void {
  const scales = map + depth * columns;
  for (let column = 0; column < columns; column += 8) {
    const panel = map + column * depth;
    for (let row = 0; row < rows; ) {
      const size = nextGroup(rows - row);
      const from = activations + activationBytes * row * depth;
      const to = target + 4 * (keepsMost(how) ? column : row * columns + column);
      const columnScales = scales + 4 * column;
      switch (size) {
        case 5: tileOf5(from, panel, depth, columns, row, columnScales, to, how); break;
        case 4: tileOf4(from, panel, depth, columns, row, columnScales, to, how); break;
        case 3: tileOf3(from, panel, depth, columns, row, columnScales, to, how); break;
        case 2: tileOf2(from, panel, depth, columns, row, columnScales, to, how); break;
        default: tileOf1(from, panel, depth, columns, row, columnScales, to, how);
      }
      row += size;
    }
  }
}
