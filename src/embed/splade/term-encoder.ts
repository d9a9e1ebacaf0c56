import type { Terms } from '../../lib/terms.ts';
import { ModelUnavailable } from '../../service/ports/embedder.ts';
import type { Variant } from '../bert/choose.ts';
import { firstCorrect, kernelParts, type KernelParts } from '../bert/parts.ts';
import type { ModelFiles } from '../files/model-files.ts';
import { kernelRun } from './kernel-run.ts';
import { givesKnownWeights } from './known.ts';
import { kernelPath, weightsFile } from './model.ts';

/** Returns the terms of a text that have the greatest weights. `tokens`: the text as MiniLM's tokens. */
export type TermEncoder = (tokens: Int32Array) => Terms;

/** More terms improve nothing in the development sets. */
const mostTerms = 64;

/** `variants`: the kernel variants to try, if known already. */
export const partsFrom = (files: ModelFiles, variants?: Promise<Variant[]>): KernelParts =>
  kernelParts(files, { kernelPath, weightsFile }, variants);

/**
 * SPLADE (Formal and others 2021, "SPLADE v2: Sparse Lexical and Expansion Model for Information Retrieval") on our own
 * kernel. Throws ModelUnavailable if no module of the kernel computes the known weights.
 */
export async function splade(parts: KernelParts): Promise<TermEncoder> {
  const run = await firstCorrect(parts, (module) => kernelRun(module, parts.weights), givesKnownWeights);
  if (!run) throw new ModelUnavailable('The bundled model computes wrong weights in this browser.');
  return (tokens) => {
    const scores = run(tokens);
    const scoredIds = [];
    for (let id = 0; id < scores.length; id++) if (scores[id]! > 0) scoredIds.push(id);
    const ids = Uint16Array.from(scoredIds.sort((one, other) => scores[other]! - scores[one]!).slice(0, mostTerms));
    return { ids, weights: Float32Array.from(ids, (id) => Math.log1p(scores[id]!)) };
  };
}
