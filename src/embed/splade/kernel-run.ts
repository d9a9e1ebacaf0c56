import { kernelInstance, type KernelExports } from '../files/kernel-instance.ts';
import type { Weights } from '../files/model-files.ts';

interface SpladeExports extends KernelExports {
  termScores: WebAssembly.Global<'i32'>;
  vocabulary: WebAssembly.Global<'i32'>;
  run(length: number): void;
}

/**
 * Returns the score of each entry of the vocabulary for a sequence of at least one token. Reads at most the first 256
 * tokens. The result is a view that the next call overwrites.
 */
export type Run = (sequence: Int32Array) => Float32Array;

/** Instantiates a module and reads its weights into it. */
export async function kernelRun(module: BufferSource, weights: Weights): Promise<Run> {
  const kernel = await kernelInstance<SpladeExports>(module, weights);
  const { buffer } = kernel.memory;
  const tokens = new Int32Array(buffer, kernel.tokens.value, kernel.mostTokens.value);
  const scores = new Float32Array(buffer, kernel.termScores.value, kernel.vocabulary.value);
  return (sequence) => {
    const read = sequence.subarray(0, tokens.length);
    tokens.set(read);
    kernel.run(read.length);
    return scores;
  };
}
