import { ModelUnavailable } from '../../service/ports/embedder.ts';
import type { Bytes, ModelFiles, Weights } from '../files/model-files.ts';
import { kernelRun } from './kernel-run.ts';
import { kernelPath, proof, vocabularyPath, weightsFile } from './model.ts';
import { knownShare } from './tokens/known-share.ts';
import { normalised } from './tokens/normalise.ts';
import { tokensOf } from './tokens/segment.ts';
import { vocabularyOf } from './tokens/vocabulary.ts';

/** Loaders of the model's parts. */
export interface Parts {
  kernel(): Promise<Bytes>;
  weights: Weights;
  vocabulary(): Promise<Bytes>;
}

export interface SentenceEncoder {
  /** The unit vector of a text, with `dimensions` values. Only its first 510 tokens (about 2,000 characters) count. */
  vectorOf(text: string): Float32Array;
  /** How much of a text the model knows, 0..1: see `knownShare`. */
  knows(text: string): number;
}

export const partsFrom = (files: ModelFiles): Parts => ({
  kernel: () => files.read(kernelPath),
  weights: (target, checksum) => files.weights(weightsFile, target, checksum),
  vocabulary: () => files.read(vocabularyPath),
});

/** universal-sentence-encoder-multilingual on our own kernel. Throws ModelUnavailable if it computes a wrong vector. */
export async function useMultilingual(parts: Parts): Promise<SentenceEncoder> {
  const [{ run, mostTokens }, vocabulary] = await Promise.all([
    parts.kernel().then((kernel) => kernelRun(kernel, parts.weights)),
    parts.vocabulary().then(vocabularyOf),
  ]);

  function vectorOf(text: string): Float32Array {
    const tokens = tokensOf(normalised(text, vocabulary.rules), vocabulary).slice(0, mostTokens - 2);
    return run(Int32Array.of(vocabulary.begin, ...tokens, vocabulary.end));
  }

  const vector = vectorOf(proof.text);
  if (proof.begins.some((value, index) => !(Math.abs(vector[index]! - value) <= proof.within)))
    throw new ModelUnavailable('The multilingual model computes wrong vectors in this browser.');
  return { vectorOf, knows: (text) => knownShare(text, vocabulary) };
}
