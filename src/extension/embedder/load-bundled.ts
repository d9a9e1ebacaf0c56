import { loadFromPackage } from '../../embed/minilm/load-from-package.ts';
import { bundled } from '../../embed/registry.ts';
import { selfTest } from '../../embed/self-test/self-test.ts';
import type { Embedder } from '../../service/ports/embedder.ts';
import { packageFile } from '../package-file.ts';

/** The bundled model, from the files of the package, tested. Throws ModelUnavailable. */
export async function loadBundled(): Promise<Embedder> {
  const embedder = await loadFromPackage(packageFile);
  await selfTest(embedder, bundled.proof);
  return embedder;
}
