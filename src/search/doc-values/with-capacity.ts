type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array | Float32Array;

/** Returns the column if it has at least `length` values, else a longer copy, filled up with `empty`. */
export function withCapacity<Kind extends Column>(column: Kind, length: number, empty = 0): Kind {
  if (column.length >= length) return column;
  const longer = new (column.constructor as new (length: number) => Kind)(Math.max(64, length * 2));
  longer.set(column);
  if (empty !== 0) longer.fill(empty, column.length);
  return longer;
}
