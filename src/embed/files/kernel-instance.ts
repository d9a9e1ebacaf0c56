import type { Weights } from './model-files.ts';

/** What the kernel of every model exports: its memory, addresses of arrays, sizes, and a checksum. */
export interface KernelExports {
  memory: WebAssembly.Memory;
  tokens: WebAssembly.Global<'i32'>;
  mostTokens: WebAssembly.Global<'i32'>;
  weights: WebAssembly.Global<'i32'>;
  weightsBytes: WebAssembly.Global<'i32'>;
  weightsChecksum(): number;
}

/**
 * Instantiates a kernel and reads its weights into its memory. Throws if the weights are damaged or have the wrong
 * size.
 */
export async function kernelInstance<Exports extends KernelExports>(
  module: BufferSource,
  weights: Weights,
): Promise<Exports> {
  const { instance } = await WebAssembly.instantiate(module);
  const kernel = instance.exports as unknown as Exports;
  const target = new Uint8Array(kernel.memory.buffer, kernel.weights.value, kernel.weightsBytes.value);
  await weights(target, () => kernel.weightsChecksum() >>> 0);
  return kernel;
}
