/**
 * The shape of universal-sentence-encoder-multilingual (Yang and others, 2019). The features of a token are its
 * embedding and the output of three branches, which convolve the embeddings of neighbouring tokens. The features of all
 * tokens are averaged, and a residual network turns the average into the vector.
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

/** The number of tokens: the word pieces, and one token each for an unknown piece, the beginning and the end. */
export const vocabulary: i32 = 127997;

/** The table of embeddings is quantised in chunks of tokens, each with its own scale. */
export const chunks: i32 = 17;

/** The maximum number of tokens in a sequence. */
export const mostTokens: i32 = 512;
