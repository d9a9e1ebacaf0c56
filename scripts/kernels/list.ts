export interface Kernel {
  /** The entry file. It imports only files in its folder or below, and in `shared`. */
  source: string;
  shared?: string;
  out: string;
  flags: string[];
}

const shared = 'src/embed/kernel';

/**
 * The kernels of a model, in the three variants of src/embed/bert/kernel/variant.ts. Both models share most of the
 * code. `pages`: the size of the WebAssembly memory in pages of 64 KiB.
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
