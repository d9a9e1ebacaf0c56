/** Slots per block. A block interleaves its vectors in pieces of 16 codes, one piece of each slot in turn. */
export const blockSlots: i32 = 8;
export const pieceCodes: i32 = 16;
export const pieceStep: usize = blockSlots * pieceCodes;

// @ts-ignore: decorator
@inline
export function firstPiece(codes: usize, slot: i32, width: i32): usize {
  const lane = slot & (blockSlots - 1);
  return codes + <usize>(slot - lane) * <usize>width + <usize>(lane * pieceCodes);
}

/** Writes a row of `width` codes into its slot. */
export function put(row: usize, codes: usize, slot: i32, width: i32): void {
  let piece = firstPiece(codes, slot, width);
  for (const end = row + width; row < end; row += pieceCodes, piece += pieceStep) v128.store(piece, v128.load(row));
}

/** Writes the codes of a slot as a row. */
export function take(row: usize, codes: usize, slot: i32, width: i32): void {
  let piece = firstPiece(codes, slot, width);
  for (const end = row + width; row < end; row += pieceCodes, piece += pieceStep) v128.store(row, v128.load(piece));
}
