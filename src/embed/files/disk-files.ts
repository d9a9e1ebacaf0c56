import { readFile } from 'node:fs/promises';
import { plainFiles, type ModelFiles } from './model-files.ts';

/** Model files in Node, from the folder that holds `models` and `kernels`. */
export const diskFiles = (folder = 'public'): ModelFiles =>
  plainFiles(async (path) => {
    // Without a copy: the weights are large.
    const { buffer, byteOffset, length } = await readFile(`${folder}/${path}`);
    return new Uint8Array(buffer, byteOffset, length);
  });
