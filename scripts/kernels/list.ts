/** A WebAssembly module that is built from AssemblyScript. */
export interface Kernel {
  /** Its entry file; all that it imports lies in the same folder or below. */
  source: string;
  /** Name of the module in `public/kernels/`. */
  out: string;
  /** For the compiler, besides those that every kernel gets. */
  flags: string[];
}

export const kernels: Kernel[] = [{ source: 'src/search/vector/kernel/index.ts', out: 'vector.wasm', flags: [] }];
