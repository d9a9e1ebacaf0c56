import { Cursor, type StringTable } from './string-table.ts';
import { plainLength } from './word-key.ts';

/**
 * The keys whose plain words are at most `farthest` edits from `text`, by Levenshtein's distance of UTF-16 units.
 * One walk over the sorted table: the matrix is kept for what a word shares with the one before, and words that begin hopelessly are passed over.
 */
export function* speltNear(table: StringTable, text: string, farthest: number): Generator<[place: number, distance: number, length: number]> {
  const width = text.length + 1;
  const deepest = text.length + farthest;
  const over = farthest + 1;
  /** A row for each unit of a word; only the cells near its diagonal are ever written or can matter. */
  const matrix = new Uint8Array((deepest + 2) * width).fill(over);
  for (let column = 0; column < Math.min(width, over); column++) matrix[column] = column;
  /** So many rows are those of the word at hand. */
  let filled = 0;
  let hopeless = false;
  for (const cursor = new Cursor(table); cursor.next(); ) {
    if (hopeless && cursor.shared >= filled) continue;
    hopeless = false;
    filled = Math.min(filled, cursor.shared);
    const length = plainLength(cursor.units, cursor.length);
    while (filled < length && !hopeless) {
      filled++;
      hopeless = filled > deepest || fillRow(matrix, width, filled, cursor.units[filled - 1]!, text, over);
    }
    const distance = hopeless ? over : matrix[length * width + text.length]!;
    if (distance < over) yield [cursor.place, distance, length];
  }
}

/** Fills the cells of a row that may be below `over`; answers whether none is. */
function fillRow(matrix: Uint8Array, width: number, row: number, unit: number, text: string, over: number): boolean {
  const from = Math.max(1, row - over + 1);
  const to = Math.min(width - 1, row + over - 1);
  const start = row * width;
  let least = (matrix[start] = Math.min(row, over));
  if (from > 1) matrix[start + from - 1] = over;
  for (let column = from; column <= to; column++) {
    const changed = matrix[start - width + column - 1]! + (text.charCodeAt(column - 1) === unit ? 0 : 1);
    const cell = Math.min(changed, matrix[start - width + column]! + 1, matrix[start + column - 1]! + 1, over);
    matrix[start + column] = cell;
    if (cell < least) least = cell;
  }
  if (to + 1 < width) matrix[start + to + 1] = over;
  return least === over;
}
