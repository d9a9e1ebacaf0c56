import { fill } from '../../../src/embed/files/model-files.ts';
import { packageFiles } from '../../../src/embed/files/package-files.ts';
import { probePath, variantsHere, type Variant } from '../../../src/embed/bert/choose.ts';
import { kernelRun } from '../../../src/embed/minilm/kernel-run.ts';
import { minilm } from '../../../src/embed/minilm/embedder.ts';
import { kernelPath, vocabularyPath, weightsPath, windowTokens } from '../../../src/embed/minilm/model.ts';
import { partsFrom as minilmParts } from '../../../src/embed/minilm/parts.ts';
import { vocabularyOf } from '../../../src/embed/minilm/tokens/vocabulary.ts';
import { beginningOf } from '../../../src/embed/minilm/tokens/windows.ts';
import * as splade from '../../../src/embed/splade/kernel-run.ts';
import { kernelPath as spladeKernelPath, weightsFile as spladeWeights } from '../../../src/embed/splade/model.ts';
import { partsFrom, useMultilingual } from '../../../src/embed/use-multilingual/encoder.ts';

const read = async (path: string) => new Uint8Array(await (await fetch(`/${path}`)).arrayBuffer());
const numbers = (vectors: Float32Array[]) => vectors.map((vector) => [...vector]);

/** The worker's tasks with the bundled model; vectors are plain numbers. */
const embedding = {
  variantsHere: async (): Promise<Variant[]> => variantsHere(await read(probePath)),

  /** Vectors computed by the WASM module for `variant`; undefined if the browser can't run it. */
  async vectorsBy(variant: Variant, texts: string[]): Promise<number[][] | undefined> {
    const module = await read(kernelPath(variant));
    if (!WebAssembly.validate(module)) return undefined;
    const vocabulary = vocabularyOf(new TextDecoder().decode(await read(vocabularyPath)));
    const { run } = await kernelRun(module, async (target) => fill(target, await read(weightsPath)));
    return numbers(run(texts.map((text) => beginningOf(text, vocabulary, windowTokens))));
  },

  /** Term scores computed by SPLADE's WASM module for `variant`; undefined if the browser can't run it. */
  async termScoresBy(variant: Variant, texts: string[]): Promise<number[][] | undefined> {
    const module = await read(spladeKernelPath(variant));
    if (!WebAssembly.validate(module)) return undefined;
    const vocabulary = vocabularyOf(new TextDecoder().decode(await read(vocabularyPath)));
    const run = await splade.kernelRun(module, async (target) => fill(target, await read(spladeWeights.path)));
    return texts.map((text) => [...run(beginningOf(text, vocabulary, windowTokens))]);
  },

  /** Vectors computed by MiniLM, loaded as in the extension. */
  async vectors(texts: string[]): Promise<number[][]> {
    const embedder = await minilm(minilmParts(packageFiles(read)));
    return numbers(await embedder.embed(texts, 'passage'));
  },

  /** Vectors computed by the multilingual model, loaded as in the extension. */
  async multilingualVectors(texts: string[]): Promise<number[][]> {
    const { vectorOf } = await useMultilingual(partsFrom(packageFiles(read)));
    return numbers(texts.map(vectorOf));
  },

  /** Sizes, in bytes, of the stored copies of a model's weights. */
  async copies(model: string): Promise<number[]> {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(model, { create: true });
    const sizes: number[] = [];
    for await (const handle of folder.values()) sizes.push((await (handle as FileSystemFileHandle).getFile()).size);
    return sizes;
  },
};

export type Embedding = typeof embedding;

export type Task = [verb: keyof Embedding, ...args: unknown[]];

export interface Outcome {
  answer?: unknown;
  fault?: string;
}

self.onmessage = async ({ data: [verb, ...args] }: MessageEvent<Task>) => {
  const task = embedding[verb] as (...all: unknown[]) => Promise<unknown>;
  const outcome: Outcome = await task(...args).then(
    (answer) => ({ answer }),
    (fault: unknown) => ({ fault: String(fault) }),
  );
  self.postMessage(outcome);
};
