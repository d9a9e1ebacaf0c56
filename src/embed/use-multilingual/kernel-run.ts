import { kernelInstance, type KernelExports } from '../files/kernel-instance.ts';
import type { Weights } from '../files/model-files.ts';
import { dimensions } from './model.ts';

interface MultilingualExports extends KernelExports {
  vector: WebAssembly.Global<'i32'>;
  run(count: number): void;
}

export interface KernelRun {
  /** The vector of a sequence of 1 to `mostTokens` tokens. */
  run(sequence: Int32Array): Float32Array;
  mostTokens: number;
}

/** Instantiates the kernel and reads its weights into it. */
export async function kernelRun(module: BufferSource, weights: Weights): Promise<KernelRun> {
  const kernel = await kernelInstance<MultilingualExports>(module, weights);
  const { buffer } = kernel.memory;
  const mostTokens = kernel.mostTokens.value;
  const tokens = new Int32Array(buffer, kernel.tokens.value, mostTokens);
  const vector = new Float32Array(buffer, kernel.vector.value, dimensions);
  return {
    mostTokens,
    run(sequence) {
      tokens.set(sequence);
      kernel.run(sequence.length);
      return vector.slice();
    },
  };
}
