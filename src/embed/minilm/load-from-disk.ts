import type { Embedder } from '../../service/ports/embedder.ts';
import { diskFiles } from '../files/disk-files.ts';
import type { Runner } from '../runner.ts';
import { minilm } from './embedder.ts';
import { partsFrom } from './parts.ts';

/** MiniLM in Node, from the folder that holds `models` and `kernels`. Throws ModelUnavailable. */
export const loadFromDisk = (folder?: string): Promise<Embedder & Runner> => minilm(partsFrom(diskFiles(folder)));
