import { chunkLeasts, chunkScales, codes, codeTables, embeddingRows, rowStarts } from './memory';
import { width } from './shape';

/** A code has at most 11 bits. Of eight loaded bytes, at least 57 bits are unread, so four codes fit. */
const tableMask: u64 = 2047;

/**
 * Decodes the embedding of a token to f32. An entry of `rowStarts` is 32 × the first byte of the token's row + the
 * token's chunk. The next 11 bits of a row are an index into the code table. The entry there is 16 × the code's value +
 * the code's length in bits.
 */
export function embed(token: i32, target: i32): void {
  const start = load<u32>(rowStarts + 4 * token);
  const chunk: i32 = start & 31;
  const from = embeddingRows + <i32>(start >> 5);
  const table = codeTables + 4096 * chunk;
  let bit = 0;
  for (let at = codes; at < codes + width; at += 4) {
    let bits = load<u64>(from + (bit >> 3)) >> (bit & 7);
    for (let i = 0; i < 4; i++) {
      const entry = <i32>load<u16>(table + (<i32>(bits & tableMask) << 1));
      store<u8>(at + i, entry >> 4);
      bits >>= entry & 15;
      bit += entry & 15;
    }
  }
  const scale = v128.load32_splat(chunkScales + 4 * chunk);
  const least = v128.load32_splat(chunkLeasts + 4 * chunk);
  for (let i = 0; i < width; i += 8) {
    const eight = v128.load8x8_u(codes + i);
    v128.store(target + 4 * i, valueOf(i32x4.extend_low_i16x8_u(eight), scale, least));
    v128.store(target + 4 * i, valueOf(i32x4.extend_high_i16x8_u(eight), scale, least), 16);
  }
}

// @ts-ignore: decorator
@inline
function valueOf(code: v128, scale: v128, least: v128): v128 {
  return f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(code), scale), least);
}
