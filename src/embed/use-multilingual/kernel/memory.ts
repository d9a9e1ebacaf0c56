/** Addresses are i32, because memory stays far below 2 GiB. */
import { branchWidth, chunks, features, joined, mostTokens, narrow, vocabulary, width } from './shape';

/** All addresses are constants. First the arrays that JavaScript writes and reads. */
export const tokens: i32 = 4096; // i32 each
export const vector: i32 = tokens + 4 * mostTokens; // f32 [width]

/** Then the working memory of a call. */
export const codes: i32 = vector + 4 * width; // u8 [width]: an embedding
export const featureRows: i32 = codes + width; // f32 [token][features]
export const branchRows: i32 = featureRows + 4 * features * mostTokens; // f32 [token][joined]
export const sums: i32 = branchRows + 4 * joined * mostTokens; // f32 [features]
export const mean: i32 = sums + 4 * features; // f32 [width]
export const inner0: i32 = mean + 4 * width; // f32 [narrow]
export const inner1: i32 = inner0 + 4 * narrow; // f32 [narrow]
export const inner2: i32 = inner1 + 4 * narrow; // f32 [width]
/** The size of two rows of zeros. Convolutions read up to two rows beyond each end of `activations`. */
export const edgeBytes: i32 = 2 * 2 * branchWidth;
/** Quantised rows: see quantise.ts. */
export const activations: i32 = inner2 + 4 * width + edgeBytes; // i16 [token][at most width], or one row [features]

/** Then the weights file, unchanged; scripts/model/use_pack.py writes it in this order. */
export const weights: i32 = activations + 2 * width * mostTokens + edgeBytes;
const header: i32 = 64;

/** A linear map: i8 codes, then their scale, padded to 64 bytes. See multiply.ts. */
const projection: i32 = width * branchWidth + 64;
const square: i32 = branchWidth * branchWidth;

/** A branch: its projection, then two convolutions. The branches have windows of 2, 3 and 5 tokens. */
export const branch0: i32 = weights + header;
export const branch1: i32 = branch0 + projection + 2 * (2 * square + 64);
export const branch2: i32 = branch1 + projection + 2 * (3 * square + 64);
export const convolutionStart: i32 = projection;

/** f32 [joined] each: biases of the projections, gains and biases of their norm, biases of the two convolutions. */
export const projectionBias: i32 = branch2 + projection + 2 * (5 * square + 64);
export const branchNorm: i32 = projectionBias + 4 * joined;
export const convolutionBias: i32 = branchNorm + 8 * joined;

export const featureNorm: i32 = convolutionBias + 8 * joined; // f32: gain [features], bias [features]
export const meanMap: i32 = featureNorm + 8 * features;
export const meanBias: i32 = meanMap + features * width + 64; // f32 [width]

/** The residual network; deep.ts shows what is multiplied by what. */
export const deep0: i32 = meanBias + 4 * width;
export const pass1: i32 = deep0 + width * narrow + 64;
export const deep1: i32 = pass1 + width * narrow + 64;
export const deep2: i32 = deep1 + narrow * narrow + 64;
export const pass3: i32 = deep2 + narrow * width + 64;
export const deep3: i32 = pass3 + narrow * width + 64;

/** Entropy-coded embeddings: see embedding.ts. */
export const codeTables: i32 = deep3 + width * width + 64; // u16 [chunk][2048]
export const chunkScales: i32 = codeTables + 2 * 2048 * chunks; // f32 [chunk], padded to 128 bytes
export const chunkLeasts: i32 = chunkScales + 128; // f32 [chunk], padded to 128 bytes
export const rowStarts: i32 = chunkLeasts + 128; // u32 [token], padded to 64 bytes
export const embeddingRows: i32 = rowStarts + ((4 * vocabulary + 63) & ~63);

export const weightsBytes: i32 = 27748288;
export const end: i32 = weights + weightsBytes;
