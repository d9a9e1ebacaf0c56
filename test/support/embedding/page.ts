import { variantsHere, type Variant } from '../../../src/embed/minilm/choose.ts';
import { kernelRun } from '../../../src/embed/minilm/kernel-run.ts';
import { loadFromPackage } from '../../../src/embed/minilm/load-from-package.ts';
import { kernelPath, vocabularyPath, weightsPath, windowTokens } from '../../../src/embed/minilm/model.ts';
import { vocabularyOf } from '../../../src/embed/minilm/tokens/vocabulary.ts';
import { beginningOf } from '../../../src/embed/minilm/tokens/windows.ts';

const read = async (path: string) => new Uint8Array(await (await fetch(`/${path}`)).arrayBuffer());
const numbers = (vectors: Float32Array[]) => vectors.map((vector) => [...vector]);

/** What a page can be asked to do with the bundled model; vectors as plain numbers. */
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

/** What came of the work begun last: a driver's scripts may share nothing with each other but what the page itself holds. */
export interface Outcome {
  answer?: unknown;
  fault?: string;
}

let outcome: Outcome | undefined;

/** Begins work; its arguments as JSON. */
function begin(verb: keyof Embedding, given: string): void {
  outcome = undefined;
  const work = embedding[verb] as (...all: unknown[]) => Promise<unknown>;
  work(...(JSON.parse(given) as unknown[])).then(
    (answer) => (outcome = { answer }),
    (fault: unknown) => (outcome = { fault: String(fault) }),
  );
}

export const desk = { begin, outcome: (): string | undefined => outcome && JSON.stringify(outcome) };
Object.assign(globalThis, { desk });
