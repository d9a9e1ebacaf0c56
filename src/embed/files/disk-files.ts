import { readFile } from 'node:fs/promises';
import { fill, type ModelFiles } from './model-files.ts';

/** Model files in Node, from the folder that holds `models` and `kernels`. */
export function diskFiles(folder = 'public'): ModelFiles {
  /** Without a copy: the weights are large. */
  const read = async (path: string) => {
    const { buffer, byteOffset, length } = await readFile(`${folder}/${path}`);
    return new Uint8Array(buffer, byteOffset, length);
  };
  return { read, weights: async ({ path }, target) => fill(target, await read(path)) };
}
