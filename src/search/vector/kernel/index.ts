import { blockScores, scoreBlock } from './block';
import { beginHits, hitCount, leastScore, offer } from './hits';
import { blockSlots } from './layout';

export { put, take } from './layout';

/** The first free address of the WebAssembly memory. */
export const base: usize = __heap_base;

/**
 * Scans `slots` slots (whole blocks), each with a vector of `width` one-byte codes. `width` is a multiple of 16. Writes
 * at most `most` of the best memories to `hits` and returns how many. All addresses but `hits` are multiples of 16.
 * `scales`, f32: for each slot, the value that a code of 1 stands for.
 * `owners`, i32: the memory of each slot, -1 if the slot is free.
 * `mask`, u8: 1 for each wanted memory; address 0: all.
 * `query`, i16: `width` values.
 */
export function scan(codes: usize, slots: i32, width: i32, scales: usize, owners: usize, mask: usize, query: usize, most: i32, hits: usize): i32 {
  beginHits(hits, most);
  for (let slot = 0; slot < slots; slot += blockSlots) {
    const column = <usize>slot << 2;
    if (mask == 0 || hasWanted(owners + column, mask)) {
      scoreBlock(codes + <usize>slot * <usize>width, width, scales + column, query);
      if (reaches(leastScore)) offerBlock(slot, owners + column, mask);
    }
  }
  return hitCount;
}

/** The score of one slot. */
export function score(codes: usize, slot: i32, width: i32, scales: usize, query: usize): f32 {
  const lane = slot & (blockSlots - 1);
  const column = <usize>(slot - lane) << 2;
  scoreBlock(codes + <usize>(slot - lane) * <usize>width, width, scales + column, query);
  return load<f32>(blockScores + (<usize>lane << 2));
}

// @ts-ignore: decorator
@inline
function reaches(least: f32): bool {
  const bound = f32x4.splat(least);
  return v128.any_true(v128.or(f32x4.ge(v128.load(blockScores), bound), f32x4.ge(v128.load(blockScores, 16), bound)));
}

function offerBlock(slot: i32, owners: usize, mask: usize): void {
  for (let lane = 0; lane < blockSlots; lane++) {
    const score = load<f32>(blockScores + (<usize>lane << 2));
    const owner = load<i32>(owners + (<usize>lane << 2));
    if (score >= leastScore && wanted(owner, mask)) offer(slot + lane, owner, score);
  }
}

function hasWanted(owners: usize, mask: usize): bool {
  for (let lane = 0; lane < blockSlots; lane++) if (wanted(load<i32>(owners + (<usize>lane << 2)), mask)) return true;
  return false;
}

// @ts-ignore: decorator
@inline
function wanted(owner: i32, mask: usize): bool {
  return owner >= 0 && (mask == 0 || load<u8>(mask + <usize>owner) != 0);
}
