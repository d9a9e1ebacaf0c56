import { nextGroup } from '../../kernel/groups';
import { activations } from './memory';
import { tileOf1, tileOf2, tileOf3, tileOf4, tileOf5 } from './tile';

/**
 * Multiplies quantised rows (quantise.ts) by a map and adds the products to rows of f32. Rows of activations begin
 * `step` values apart. If `step` is less than `depth`, the rows overlap like the windows of a convolution. `first`: the
 * index of the first row of activations, at least -2.
 */
export function multiply(map: i32, depth: i32, columns: i32, rows: i32, first: i32, step: i32, scale: f32, target: i32, stride: i32): void {
  const unit = f32x4.splat(scale * load<f32>(map + depth * columns));
  const stepBytes = 2 * step;
  for (let column = 0; column < columns; column += 4) {
    const panel = map + column * depth;
    for (let row = 0; row < rows; ) {
      const size = nextGroup(rows - row);
      const from = activations + (first + row) * stepBytes;
      const to = target + row * stride + 4 * column;
      switch (size) {
        case 5: tileOf5(from, stepBytes, panel, depth, unit, to, stride); break;
        case 4: tileOf4(from, stepBytes, panel, depth, unit, to, stride); break;
        case 3: tileOf3(from, stepBytes, panel, depth, unit, to, stride); break;
        case 2: tileOf2(from, stepBytes, panel, depth, unit, to, stride); break;
        default: tileOf1(from, stepBytes, panel, depth, unit, to, stride);
      }
      row += size;
    }
  }
}
