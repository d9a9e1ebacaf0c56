import type { Embedder } from '../../service/ports/embedder.ts';
import type { ModelFiles } from '../files/model-files.ts';
import { minilm } from '../minilm/embedder.ts';
import { partsFrom } from '../minilm/parts.ts';
import { bundled, superseded } from '../registry.ts';
import { selfTest } from '../self-test/self-test.ts';
import { bundledEmbedder } from './embedder.ts';

/** Loads and tests a model from the package: the bundled one, or by its id the superseded one. Throws ModelUnavailable. */
export async function loadFromPackage(id: string, files: ModelFiles): Promise<Embedder> {
  const isBundled = id !== superseded.model.id;
  const embedder = isBundled
    ? await bundledEmbedder(files)
    : { ...(await minilm(partsFrom(files))), model: superseded.model };
  await selfTest(embedder, (isBundled ? bundled : superseded).proof);
  return embedder;
}
