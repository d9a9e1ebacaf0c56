import type { Embedder } from '../src/service/ports/embedder.ts';
import { diskFiles } from '../src/embed/files/disk-files.ts';
import type { Runner } from '../src/embed/runner.ts';
import { minilm } from '../src/embed/minilm/embedder.ts';
import { partsFrom } from '../src/embed/minilm/parts.ts';

/** MiniLM in Node, from the folder that holds `models` and `kernels`. Throws ModelUnavailable. */
export const loadFromDisk = (folder?: string): Promise<Embedder & Runner> => minilm(partsFrom(diskFiles(folder)));
