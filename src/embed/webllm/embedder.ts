import { ModelRefused, ModelUnavailable, type Embedder } from '../../service/ports/embedder.ts';
import type { Runner } from '../runner.ts';
import { selfTest } from '../self-test/self-test.ts';
import { engineFor, type WebLlmLibrary } from './engine.ts';
import { loadFailure } from './failures.ts';
import { queryPrefix, windowTokens, type WebLlmModel } from './models.ts';
import { oneByOne, reading, type Read } from './reading.ts';

/** A part of a text, `text.slice(start, end)`, and its tokens, without the marks of beginning and end. */
export interface TokenWindow {
  start: number;
  end: number;
  tokens: number[];
}

export interface WebLlmParts {
  library: WebLlmLibrary;
  /** Cuts a text into overlapping windows of at most so many tokens; at least one. */
  windows: (text: string, most: number) => TokenWindow[];
  /** Asks the browser for a graphics adapter. */
  hasAdapter: () => Promise<boolean>;
}

/** What a library may fail that still gives right vectors to one text at a time. */
const onlyTogether = ['order', 'batch', 'padding'];

/** So many windows go to the graphics card at once; a question waits for no more than these. */
const batchSize = 4;

/**
 * Loads a model by web-llm and tests it. Nothing is fetched where there is no graphics adapter.
 * There is no other way to stop it than to end its worker, and that frees all it took. Throws ModelRefused, or ModelUnavailable with the reason.
 */
export async function loadWebLlm(known: WebLlmModel, { library, windows, hasAdapter }: WebLlmParts, onProgress: (share: number) => void): Promise<Embedder> {
  const { model } = known;
  if (!(await hasAdapter())) throw new ModelUnavailable(`${model.name} needs WebGPU, and this browser has no graphics adapter for it.`);
  const engine = engineFor(known, library, onProgress);
  await engine.reload(model.id).catch((cause: unknown) => {
    throw loadFailure(known, cause);
  });

  const runnerOver = (read: Read): Runner => ({
    model,
    embed: (texts, role) => read(texts.map((text) => windows(role === 'query' ? queryPrefix + text : text, windowTokens)[0]!.tokens)),
  });
  const together = reading(known, engine);
  const read = (await passes(runnerOver(together), known)) ? together : oneByOne(together);
  if (read !== together) await selfTest(runnerOver(read), known.proof);

  return {
    model,
    query: async (text) => (await runnerOver(read).embed([text], 'query'))[0]!,
    async passages(text) {
      const cut = windows(text, windowTokens);
      const vectors: Float32Array[] = [];
      for (let begin = 0; begin < cut.length; begin += batchSize) vectors.push(...(await read(cut.slice(begin, begin + batchSize).map(({ tokens }) => tokens))));
      return cut.map(({ start, end }, place) => ({ start, end, vector: vectors[place]! }));
    },
  };
}

/** Whether texts may be read together. Throws ModelRefused where reading them one by one would not help. */
async function passes(runner: Runner, { proof }: WebLlmModel): Promise<boolean> {
  try {
    await selfTest(runner, proof);
    return true;
  } catch (cause) {
    if (cause instanceof ModelRefused && onlyTogether.includes(cause.check)) return false;
    throw cause;
  }
}
