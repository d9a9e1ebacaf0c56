/** A WebAssembly module built from AssemblyScript. */
export interface Kernel {
  /** The entry file; it imports only files in its folder or below, and in `shared`. */
  source: string;
  /** A folder of code that several kernels share. */
  shared?: string;
  /** File name in `public/kernels/`. */
  out: string;
  /** Compiler flags in addition to those of every kernel. */
  flags: string[];
}

const shared = 'src/embed/kernel';

/**
 * The kernels of a model, in the three variants of src/embed/bert/kernel/variant.ts. Both models share most of the
 * code: their entry files and shapes (src/embed/bert/kernel/shape.ts) differ, and a few other places test `model`.
 * `pages`: the size of the WebAssembly memory in pages of 64 KiB, enough for the weights and the arrays of a call.
 */
const bert = (model: 'minilm' | 'splade', pages: number): Kernel[] =>
  [['plain'], ['relaxed-pairs', '--enable', 'relaxed-simd'], ['relaxed-fours', '--enable', 'relaxed-simd']].map(
    ([name, ...flags], variant) => ({
      source: `src/embed/bert/kernel/${model}.ts`,
      shared,
      out: `${model}-${name}.wasm`,
      flags: [
        '--use',
        `MODEL=${model === 'minilm' ? 0 : 1}`,
        '--use',
        `VARIANT=${variant}`,
        '--initialMemory',
        `${pages}`,
        '--maximumMemory',
        `${pages}`,
        ...flags,
      ],
    }),
  );

export const kernels: Kernel[] = [
  { source: 'src/search/vector/kernel/index.ts', out: 'vector.wasm', flags: [] },
  ...bert('minilm', 448),
  ...bert('splade', 112),
  {
    source: 'src/embed/use-multilingual/kernel/index.ts',
    shared,
    out: 'use-multilingual.wasm',
    flags: ['--initialMemory', '512', '--maximumMemory', '512'],
  },
  { source: 'src/embed/bert/kernel/probe.ts', out: 'bert-probe.wasm', flags: ['--enable', 'relaxed-simd'] },
];
