/** The instructions that a module is built for; the build defines VARIANT as one of these. */
export const plain: i32 = 0; // SIMD: products of 16-bit numbers
export const relaxedPairs: i32 = 1; // relaxed SIMD: products of bytes, summed in pairs to 16 bits
export const relaxedFours: i32 = 2; // relaxed SIMD: products of bytes, summed in fours to 32 bits

// @ts-ignore: defined by --use
export const variant: i32 = VARIANT;

/** Activations are bytes. `plain` can't multiply bytes, so its activations are 16-bit numbers with 11 bits in use. */
export const activationBytes: i32 = variant == plain ? 2 : 1;
export const greatestActivation: f32 = variant == plain ? 1023 : 127;
