import { variantsHere, type Variant } from '../../../src/embed/minilm/choose.ts';
import { kernelRun } from '../../../src/embed/minilm/kernel-run.ts';
import { loadFromPackage } from '../../../src/embed/minilm/load-from-package.ts';
import { kernelPath, vocabularyPath, weightsPath, windowTokens } from '../../../src/embed/minilm/model.ts';
import { vocabularyOf } from '../../../src/embed/minilm/tokens/vocabulary.ts';
import { beginningOf } from '../../../src/embed/minilm/tokens/windows.ts';

const read = async (path: string) => new Uint8Array(await (await fetch(`/${path}`)).arrayBuffer());
const numbers = (vectors: Float32Array[]) => vectors.map((vector) => [...vector]);

/** What this worker can be asked to do with the bundled model; vectors as plain numbers. */
const embedding = {
  variantsHere: async (): Promise<Variant[]> => variantsHere(await read(kernelPath('probe'))),

  /** By one module; undefined where the browser does not know its instructions. */
  async vectorsBy(variant: Variant, texts: string[]): Promise<number[][] | undefined> {
    const module = await read(kernelPath(variant));
    if (!WebAssembly.validate(module)) return undefined;
    const vocabulary = vocabularyOf(new TextDecoder().decode(await read(vocabularyPath)));
    const run = await kernelRun(module, await read(weightsPath));
    return numbers(run(texts.map((text) => beginningOf(text, vocabulary, windowTokens))));
  },

  /** By the model as the extension loads it. */
  async vectors(texts: string[]): Promise<number[][]> {
    const embedder = await loadFromPackage(read);
    return numbers(await embedder.embed(texts, 'passage'));
  },

  /** Sizes of the copies of weights that the browser keeps. */
  async copies(): Promise<number[]> {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('minilm', { create: true });
    const sizes: number[] = [];
    for await (const handle of folder.values()) sizes.push((await (handle as FileSystemFileHandle).getFile()).size);
    return sizes;
  },
};

export type Embedding = typeof embedding;

/** One piece of work, and its arguments. */
export type Work = [verb: keyof Embedding, ...given: unknown[]];

/** What came of it. */
export interface Outcome {
  answer?: unknown;
  fault?: string;
}

self.onmessage = async ({ data: [verb, ...given] }: MessageEvent<Work>) => {
  const work = embedding[verb] as (...all: unknown[]) => Promise<unknown>;
  const outcome: Outcome = await work(...given).then(
    (answer) => ({ answer }),
    (fault: unknown) => ({ fault: String(fault) }),
  );
  self.postMessage(outcome);
};
