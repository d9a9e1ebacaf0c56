import type { Embedder } from '../../service/ports/embedder.ts';
import type { ModelFiles } from '../files/model-files.ts';
import type { TestedEmbedder } from '../hosted/worker.ts';
import { minilm } from '../minilm/embedder.ts';
import { partsFrom } from '../minilm/parts.ts';
import { bundled, superseded } from '../registry.ts';
import type { Runner } from '../runner.ts';
import { selfTest, testProof, type Proof } from '../self-test/self-test.ts';
import { checkedFiles } from './checked-files.ts';
import { bundledEmbedder } from './embedder.ts';

/**
 * Loads a model from the package: the superseded one if `id` is its id, else the bundled one. Throws if a file is
 * missing or damaged, or if the model doesn't reproduce its known vector (`Proof`).
 */
export async function loadFromPackage(id: string, files: ModelFiles): Promise<TestedEmbedder> {
  const isBundled = id !== superseded.model.id;
  const checked = checkedFiles(files);
  const embedder = isBundled
    ? await bundledEmbedder(checked)
    : { ...(await minilm(partsFrom(checked))), model: superseded.model };
  return testedLater(embedder, (isBundled ? bundled : superseded).proof);
}

/**
 * Returns the embedder once it has reproduced its known vector. Throws ModelRefused if its vector differs.
 * Only `passages` waits for the rest of the self-test: all stored vectors come from a fully tested model.
 */
export async function testedLater(embedder: Embedder & Runner, proof: Proof): Promise<TestedEmbedder> {
  await testProof(embedder, proof);
  const tested = selfTest(embedder, proof);
  tested.catch(() => {});
  return {
    ...embedder,
    tested,
    async passages(text, signal) {
      await tested;
      return embedder.passages(text, signal);
    },
  };
}
