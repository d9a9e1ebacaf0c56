import { bundledEmbedder } from '../../src/embed/bundled/embedder.ts';
import { diskFiles } from '../../src/embed/files/disk-files.ts';
import type { Embedder } from '../../src/service/ports/embedder.ts';

export const publicFolder = `${import.meta.dirname}/../../public`;

let loaded: Promise<Embedder> | undefined;

export const bundledModel = (): Promise<Embedder> => (loaded ??= bundledEmbedder(diskFiles(publicFolder)));
