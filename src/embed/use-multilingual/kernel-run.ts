import { dimensions } from './model.ts';

/** The exports of the kernel (kernel/index.ts): the addresses of its arrays and its function. */
interface KernelExports {
  memory: WebAssembly.Memory;
  tokens: WebAssembly.Global<'i32'>;
  vector: WebAssembly.Global<'i32'>;
  weights: WebAssembly.Global<'i32'>;
  weightsBytes: WebAssembly.Global<'i32'>;
  mostTokens: WebAssembly.Global<'i32'>;
  run(count: number): void;
}

export interface KernelRun {
  /** The vector of a sequence of 1 to `mostTokens` tokens. */
  run(sequence: Int32Array): Float32Array;
  mostTokens: number;
}

/** Instantiates the kernel with its weights. Throws if they don't have the size that it was built for. */
export async function kernelRun(module: BufferSource, weights: Uint8Array): Promise<KernelRun> {
  const { instance } = await WebAssembly.instantiate(module);
  const kernel = instance.exports as unknown as KernelExports;
  const { buffer } = kernel.memory;
  if (weights.length !== kernel.weightsBytes.value)
    throw new Error(`The weights have ${weights.length} bytes instead of ${kernel.weightsBytes.value}.`);
  new Uint8Array(buffer).set(weights, kernel.weights.value);
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
