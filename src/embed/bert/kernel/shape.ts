/**
 * The models that a module can be built for, both BERT encoders (Devlin and others, 2018). The build defines MODEL as
 * one of these.
 */
export const miniLm: i32 = 0; // all-MiniLM-L6-v2: the mean over tokens, scaled to length 1
export const splade: i32 = 1; // SPLADE-tiny: a weight for each entry of the vocabulary

// @ts-ignore: defined by --use
export const model: i32 = MODEL;

export const layers: i32 = model == miniLm ? 6 : 2;
export const hidden: i32 = model == miniLm ? 384 : 128;
export const heads: i32 = model == miniLm ? 12 : 2;
export const headWidth: i32 = hidden / heads;
export const inner: i32 = 4 * hidden;
export const joined: i32 = 3 * hidden; // query, key and value side by side
export const vocabulary: i32 = 30522;
export const terms: i32 = 30528; // the vocabulary, padded to whole panels

/** How many numbers a token vector has. Token vectors are for late interaction. */
export const tokenWidth: i32 = 64;

/** The maximum number of tokens of a sequence, and also of all sequences of one call together. */
export const mostTokens: i32 = 256;
export const mostSequences: i32 = 128;

/** Rows (tokens) that pass through a layer together, so that their activations stay in the CPU's nearest caches. */
export const blockRows: i32 = 64;
