import { readFile } from 'node:fs/promises';
import type { ModelFiles } from './model-files.ts';

/** Model files in Node, from the folder that holds `models` and `kernels`. */
export function diskFiles(folder = 'public'): ModelFiles {
  const read = async (path: string) => new Uint8Array(await readFile(`${folder}/${path}`));
  return { read, weights: ({ path }) => read(path) };
}
