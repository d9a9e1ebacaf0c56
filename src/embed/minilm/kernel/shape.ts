/** The shape of all-MiniLM-L6-v2: a BERT encoder (Devlin and others, 2018), mean over tokens, scaled to length 1. */
export const layers: i32 = 6;
export const hidden: i32 = 384;
export const heads: i32 = 12;
export const headWidth: i32 = 32;
export const inner: i32 = 1536;
export const joined: i32 = 1152; // query, key and value side by side
export const vocabulary: i32 = 30522;

/** Numbers of a token vector, for late interaction. */
export const tokenWidth: i32 = 64;

/** Tokens of the longest sequence, and of all sequences of one call together. */
export const mostTokens: i32 = 256;
export const mostSequences: i32 = 128;

/** Rows (tokens) that pass through a layer together, so that their activations stay in the CPU's nearest caches. */
export const blockRows: i32 = 64;
