import type { Embedder } from '../../service/ports/embedder.ts';
import type { Bytes } from '../files/model-files.ts';
import { packageFiles } from '../files/package-files.ts';
import type { Runner } from '../runner.ts';
import { minilm } from './embedder.ts';
import { partsFrom } from './parts.ts';

/** The bundled model in a browser. `read` reads a package file by path. Throws ModelUnavailable. */
export const loadFromPackage = (read: (path: string) => Promise<Bytes>): Promise<Embedder & Runner> =>
  minilm(partsFrom(packageFiles(read)));
