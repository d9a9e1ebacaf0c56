/** A WebAssembly module built from AssemblyScript. */
export interface Kernel {
  /** The entry file; it imports only files in its folder or below, and in `shared`. */
  source: string;
  /** A folder of code that several kernels share. */
  shared?: string;
  /** File name in `public/kernels/`. */
  out: string;
  /** Compiler flags beyond those of every kernel. */
  flags: string[];
}

const shared = 'src/embed/kernel';

/** One source, three variants (src/embed/minilm/kernel/variant.ts); 448 pages are enough for the weights and a call. */
const minilm = (name: string, variant: number, ...flags: string[]): Kernel => ({
  source: 'src/embed/minilm/kernel/index.ts',
  shared,
  out: `minilm-${name}.wasm`,
  flags: ['--use', `VARIANT=${variant}`, '--initialMemory', '448', '--maximumMemory', '448', ...flags],
});

export const kernels: Kernel[] = [
  { source: 'src/search/vector/kernel/index.ts', out: 'vector.wasm', flags: [] },
  minilm('plain', 0),
  minilm('relaxed-pairs', 1, '--enable', 'relaxed-simd'),
  minilm('relaxed-fours', 2, '--enable', 'relaxed-simd'),
  {
    source: 'src/embed/use-multilingual/kernel/index.ts',
    shared,
    out: 'use-multilingual.wasm',
    flags: ['--initialMemory', '512', '--maximumMemory', '512'],
  },
  { source: 'src/embed/minilm/kernel/probe.ts', out: 'minilm-probe.wasm', flags: ['--enable', 'relaxed-simd'] },
];
