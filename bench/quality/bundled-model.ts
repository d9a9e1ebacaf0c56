import { loadFromDisk } from '../../src/embed/minilm/load-from-disk.ts';
import type { Embedder } from '../../src/service/ports/embedder.ts';

export const publicFolder = `${import.meta.dirname}/../../public`;

let loaded: Promise<Embedder> | undefined;

/** Loaded once. */
export const bundledModel = (): Promise<Embedder> => (loaded ??= loadFromDisk(publicFolder));
