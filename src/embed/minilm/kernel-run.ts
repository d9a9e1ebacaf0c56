import { kernelInstance, type KernelExports } from '../files/kernel-instance.ts';
import type { Weights } from '../files/model-files.ts';

interface MiniLmExports extends KernelExports {
  lengths: WebAssembly.Global<'i32'>;
  vectors: WebAssembly.Global<'i32'>;
  tokenVectors: WebAssembly.Global<'i32'>;
  tokenBasis: WebAssembly.Global<'i32'>;
  tokenBasisBytes: WebAssembly.Global<'i32'>;
  mostSequences: WebAssembly.Global<'i32'>;
  run(sequences: number): void;
  reduceStates(count: number): void;
}

/** Embeds sequences of tokens, each independently of the others. */
export type Run = (sequences: Int32Array[]) => Float32Array[];

export interface KernelRun {
  run: Run;
  /** Embeds one sequence; also returns a vector of `tokenWidth` values for each of its tokens. */
  runWithTokens(sequence: Int32Array): { vector: Float32Array; tokens: Float32Array };
}

const dimensions = 384;
export const tokenWidth = 64;

/**
 * Instantiates a module and reads its weights into it.
 * @param tokenVectors the file whose beginning is the matrix that shortens token vectors; without it, only `run` can be
 * used
 */
export async function kernelRun(
  module: BufferSource,
  weights: Weights,
  tokenVectors = new Uint8Array(),
): Promise<KernelRun> {
  const kernel = await kernelInstance<MiniLmExports>(module, weights);
  const { buffer } = kernel.memory;
  new Uint8Array(buffer).set(tokenVectors.subarray(0, kernel.tokenBasisBytes.value), kernel.tokenBasis.value);

  const mostTokens = kernel.mostTokens.value;
  const mostSequences = kernel.mostSequences.value;
  const tokens = new Int32Array(buffer, kernel.tokens.value, mostTokens);
  const lengths = new Int32Array(buffer, kernel.lengths.value, mostSequences);
  const vectors = new Float32Array(buffer, kernel.vectors.value, mostSequences * dimensions);
  const reduced = new Float32Array(buffer, kernel.tokenVectors.value, mostTokens * tokenWidth);

  const run: Run = (sequences) => {
    const answer: Float32Array[] = [];
    for (let first = 0; first < sequences.length;) {
      let past = first;
      for (
        let filled = 0;
        past < sequences.length && past - first < mostSequences && filled + sequences[past]!.length <= mostTokens;
        past++
      ) {
        tokens.set(sequences[past]!, filled);
        lengths[past - first] = sequences[past]!.length;
        filled += sequences[past]!.length;
      }
      if (past === first)
        throw new Error(`A sequence of ${sequences[first]!.length} tokens is longer than ${mostTokens}.`);
      kernel.run(past - first);
      for (let index = 0; index < past - first; index++)
        answer.push(vectors.slice(index * dimensions, (index + 1) * dimensions));
      first = past;
    }
    return answer;
  };

  return {
    run,
    runWithTokens(sequence) {
      const [vector] = run([sequence]);
      kernel.reduceStates(sequence.length);
      return { vector: vector!, tokens: reduced.slice(0, sequence.length * tokenWidth) };
    },
  };
}
