/**
 * The shape of universal-sentence-encoder-multilingual (Yang and others, 2019): embeddings of word pieces, beside three
 * branches of convolutions over neighbouring ones, averaged and put through a residual network.
 */
export const width: i32 = 512; // of an embedding, and of the vector
export const branches: i32 = 3;
export const branchWidth: i32 = 256;
export const joined: i32 = 768; // the branches side by side
export const features: i32 = 1280; // an embedding and its branches
export const narrow: i32 = 320; // the inner width of the residual network

/** The number of tokens in a branch's window: the token itself, `tokensLeft` before it and the others after it. */
// @ts-ignore: decorator
@inline
export function windowOf(branch: i32): i32 {
  return branch == 0 ? 2 : branch == 1 ? 3 : 5;
}

// @ts-ignore: decorator
@inline
export function tokensLeft(branch: i32): i32 {
  return branch;
}

/** Pieces, and the tokens for an unknown one, the beginning and the end. */
export const vocabulary: i32 = 127997;

/** Embeddings are quantised in chunks with a scale each. */
export const chunks: i32 = 17;

/** Tokens of the longest sequence. */
export const mostTokens: i32 = 512;
