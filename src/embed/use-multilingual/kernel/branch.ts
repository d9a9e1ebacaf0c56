import {
  activations, branch0, branch1, branch2, branchNorm, branchRows, convolutionBias, convolutionStart, edgeBytes, featureRows, projectionBias,
} from './memory';
import { multiply } from './multiply';
import { quantise } from './quantise';
import { addRectified, fill, normalise } from './rows';
import { branches, branchWidth, features, joined, tokensLeft, width, windowOf } from './shape';

const featureStride: i32 = 4 * features;
const branchStride: i32 = 4 * joined;

// @ts-ignore: decorator
@inline
function weightsOf(branch: i32): i32 {
  return branch == 0 ? branch0 : branch == 1 ? branch1 : branch2;
}

/** Computes the branches' input: projects each embedding for each branch and normalises the three results together. */
export function project(count: i32): void {
  const unit = quantise(featureRows, featureStride, width, count);
  fill(branchRows, branchStride, joined, count, projectionBias);
  for (let branch = 0; branch < branches; branch++)
    multiply(weightsOf(branch), width, branchWidth, count, 0, width, unit, branchRows + 4 * branch * branchWidth, branchStride);
  for (let i = 0; i < count; i++) normalise(branchRows + i * branchStride, joined, branchNorm, branchNorm + 4 * joined);
}

/**
 * Applies two residual convolutions to each branch. Then copies the branches into the rows of features, behind the
 * embeddings.
 */
export function convolve(count: i32): void {
  for (let branch = 0; branch < branches; branch++) {
    const column = 4 * branch * branchWidth;
    const map = weightsOf(branch) + convolutionStart;
    const mapBytes = windowOf(branch) * branchWidth * branchWidth + 64; // with its scale, padded to 64 bytes (memory.ts)
    residual(branch, map, convolutionBias + column, branchRows + column, count);
    residual(branch, map + mapBytes, convolutionBias + 4 * joined + column, branchRows + column, count);
  }
  for (let i = 0; i < count; i++) memory.copy(featureRows + i * featureStride + 4 * width, branchRows + i * branchStride, branchStride);
}

/** Adds a rectified convolution of a branch to the branch. Scratch memory: the feature rows, behind the embeddings. */
function residual(branch: i32, map: i32, bias: i32, state: i32, count: i32): void {
  const scratch = featureRows + 4 * width;
  const unit = quantise(state, branchStride, branchWidth, count);
  memory.fill(activations - edgeBytes, 0, edgeBytes);
  memory.fill(activations + 2 * branchWidth * count, 0, edgeBytes);
  fill(scratch, featureStride, branchWidth, count, bias);
  multiply(map, windowOf(branch) * branchWidth, branchWidth, count, -tokensLeft(branch), branchWidth, unit, scratch, featureStride);
  addRectified(state, branchStride, scratch, featureStride, branchWidth, count);
}
