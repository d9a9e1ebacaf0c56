/** Addresses are i32, because memory stays far below 2 GiB. */
import { blockRows, headWidth, hidden, inner, joined, layers, miniLm, model, mostSequences, mostTokens, splade, terms, tokenWidth, vocabulary } from './shape';

/** All addresses are constants. First the arrays that JavaScript writes and reads. */
export const tokens: i32 = 4096; // i32 each: the sequences, one after another, without padding
export const lengths: i32 = tokens + 4 * mostTokens; // i32 each: the number of tokens of a sequence
export const vectors: i32 = lengths + 4 * mostSequences; // f32, `hidden` for each sequence; MiniLM only
export const tokenVectors: i32 = vectors + (model == miniLm ? 4 * hidden * mostSequences : 0); // f32 [token][tokenWidth]; MiniLM only
export const termScores: i32 = tokenVectors + (model == miniLm ? 4 * tokenWidth * mostTokens : 0); // f32 [terms]; SPLADE only

/** Then the working memory of a call. */
export const states: i32 = termScores + (model == splade ? 4 * terms : 0); // f32 [token][hidden]
export const queriesKeysValues: i32 = states + 4 * hidden * mostTokens; // f32 [token][joined]
export const contexts: i32 = queriesKeysValues + 4 * joined * mostTokens; // f32 [token][hidden]
export const innerStates: i32 = contexts + 4 * hidden * mostTokens; // f32 [row][inner]
export const activations: i32 = innerStates + 4 * inner * blockRows; // quantised rows of a block, see quantise.ts
export const rowScales: i32 = activations + 2 * inner * blockRows; // f32 [row]: a value is activation × scale + offset
export const rowOffsets: i32 = rowScales + 4 * blockRows; // f32 [row]: that offset
export const rowStarts: i32 = rowOffsets + 4 * blockRows; // i32 [row]: the initial value of each sum
export const keysOfHead: i32 = rowStarts + 4 * blockRows; // f32 [token / 8][headWidth][8]
export const valuesOfHead: i32 = keysOfHead + 4 * headWidth * mostTokens; // f32 [token][headWidth]
export const scores: i32 = valuesOfHead + 4 * headWidth * mostTokens; // f32 [4 rows][mostTokens]

/** Then the weights file, unchanged; scripts/model/minilm_pack.py and splade_pack.py write it in this order. */
export const weights: i32 = scores + 4 * 4 * mostTokens;
const header: i32 = 64;
/** MiniLM only: in SPLADE, the decoder's columns are the embeddings of words. */
export const wordCodes: i32 = weights + header; // i8 [word][hidden]
export const wordScales: i32 = wordCodes + (model == miniLm ? vocabulary * hidden : 0); // f32 [word], padded to 64 bytes
export const positionCodes: i32 = wordScales + (model == miniLm ? 4 * terms : 0); // i16 [position][hidden], with the embedding of token type 0
export const positionScales: i32 = positionCodes + 2 * hidden * mostTokens; // f32 [position]
export const embeddingNorm: i32 = positionScales + 4 * mostTokens; // f32: gain [hidden], bias [hidden]
export const firstLayer: i32 = embeddingNorm + 8 * hidden;

/** A linear map: u8 codes, then f32 scale, bias and sum of each column, then f32 factor of each input. */
const joinedMap: i32 = joined * hidden + 12 * joined + 4 * hidden;
const outputMap: i32 = hidden * hidden + 12 * hidden + 4 * hidden;
const innerMap: i32 = inner * hidden + 12 * inner + 4 * hidden;
const outerMap: i32 = hidden * inner + 12 * hidden + 4 * inner;
const decoderMap: i32 = terms * hidden + 12 * terms + 4 * hidden;
const norm: i32 = 8 * hidden;

// @ts-ignore: decorator
@inline
export function factorsOf(map: i32, depth: i32, columns: i32): i32 {
  return map + columns * depth + 12 * columns;
}

/** Offsets within a layer. */
export const outputStart: i32 = joinedMap;
export const attentionNormStart: i32 = outputStart + outputMap;
export const innerStart: i32 = attentionNormStart + norm;
export const outerStart: i32 = innerStart + innerMap;
export const outerNormStart: i32 = outerStart + outerMap;
export const layerBytes: i32 = outerNormStart + norm;

/** SPLADE only: the head, whose first map has the shape of `outputMap`. */
export const transformMap: i32 = firstLayer + layers * layerBytes;
export const transformNorm: i32 = transformMap + (model == splade ? outputMap : 0);
export const decoder: i32 = transformNorm + (model == splade ? norm : 0);

export const end: i32 = decoder + (model == splade ? decoderMap : 0);
export const weightsBytes: i32 = end - weights;

/**
 * MiniLM only: after the weights, the first two arrays of token-vectors.bin, unchanged. Written by
 * scripts/model/token_vectors.py.
 */
export const tokenBasis: i32 = end; // f32 [tokenWidth][hidden]
export const tokenMean: i32 = tokenBasis + 4 * tokenWidth * hidden; // f32 [tokenWidth], in the basis
export const tokenBasisBytes: i32 = 4 * tokenWidth * (hidden + 1);
