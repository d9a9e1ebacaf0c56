/** A WebAssembly module that is built from AssemblyScript. */
export interface Kernel {
  /** Its entry file; all that it imports lies in the same folder or below. */
  source: string;
  /** Name of the module in `public/kernels/`. */
  out: string;
  /** For the compiler, besides those that every kernel gets. */
  flags: string[];
}

/** One source, three variants (src/embed/minilm/kernel/variant.ts); 448 pages hold the weights and what a call needs. */
const minilm = (name: string, variant: number, ...flags: string[]): Kernel => ({
  source: 'src/embed/minilm/kernel/index.ts',
  out: `minilm-${name}.wasm`,
  flags: ['--use', `VARIANT=${variant}`, '--initialMemory', '448', '--maximumMemory', '448', ...flags],
});

export const kernels: Kernel[] = [
  { source: 'src/search/vector/kernel/index.ts', out: 'vector.wasm', flags: [] },
  minilm('plain', 0),
  minilm('relaxed-pairs', 1, '--enable', 'relaxed-simd'),
  minilm('relaxed-fours', 2, '--enable', 'relaxed-simd'),
  { source: 'src/embed/minilm/kernel/probe.ts', out: 'minilm-probe.wasm', flags: ['--enable', 'relaxed-simd'] },
];
