import { minilm } from '../../embed/minilm/embedder.ts';
import { kernelPath, vocabularyPath, weightsPath } from '../../embed/minilm/model.ts';
import { bundled } from '../../embed/registry.ts';
import { selfTest } from '../../embed/self-test/self-test.ts';
import type { Embedder } from '../../service/ports/embedder.ts';

/** The bundled model, from the files of the package, tested. Throws ModelUnavailable. */
export async function loadBundled(): Promise<Embedder> {
  const embedder = await minilm({ kernel: (name) => file(kernelPath(name)), weights: () => file(weightsPath), vocabulary: () => file(vocabularyPath) });
  await selfTest(embedder, bundled.proof);
  return embedder;
}

async function file(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(`/${path}`);
  if (!answer.ok) throw new Error(`The package lacks ${path}.`);
  return new Uint8Array(await answer.arrayBuffer());
}
