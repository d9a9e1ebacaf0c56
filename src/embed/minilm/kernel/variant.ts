/** Instructions that a module is built for; the compiler is given one as VARIANT. */
export const plain: i32 = 0; // SIMD: products of 16-bit numbers
export const relaxedPairs: i32 = 1; // relaxed SIMD: products of bytes, summed in pairs to 16 bits
export const relaxedFours: i32 = 2; // relaxed SIMD: products of bytes, summed in fours to 32 bits

// @ts-ignore: given with --use
export const variant: i32 = VARIANT;

/** Activations are bytes, or 16-bit numbers of 11 bits where only those can be multiplied. */
export const activationBytes: i32 = variant == plain ? 2 : 1;
export const greatestActivation: f32 = variant == plain ? 1023 : 127;
