import { ModelRefused, ModelUnavailable, type Embedder } from '../../service/ports/embedder.ts';
import { familiarityOf } from '../minilm/tokens/familiarity.ts';
import type { Vocabulary } from '../minilm/tokens/vocabulary.ts';
import { beginningOf, windowsOf } from '../minilm/tokens/windows.ts';
import type { Runner } from '../runner.ts';
import { selfTest } from '../self-test/self-test.ts';
import { engineFor, type WebLlmLibrary } from './engine.ts';
import { loadFailure } from './failures.ts';
import { queryPrefix, windowSize, type WebLlmModel } from './models.ts';
import { oneByOne, reading, type Read } from './reading.ts';

export interface WebLlmParts {
  library: WebLlmLibrary;
  /** Of BERT's uncased models, as these are. Texts are handed over as tokens: web-llm's own tokenizer adds no marks of beginning and end, and takes a `[SEP]` that a person wrote for one. */
  vocabulary: Vocabulary;
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
export async function loadWebLlm(
  known: WebLlmModel,
  { library, vocabulary, hasAdapter }: WebLlmParts,
  onProgress: (share: number) => void,
): Promise<Embedder> {
  const { model } = known;
  if (!(await hasAdapter()))
    throw new ModelUnavailable(`${model.name} needs WebGPU, and this browser has no suitable graphics adapter.`);
  const engine = engineFor(known, library, onProgress);
  await engine.reload(model.id).catch((cause: unknown) => {
    throw loadFailure(known, cause);
  });

  const runnerOver = (read: Read): Runner => ({
    model,
    embed: (texts, role) =>
      read(
        texts.map((text) => beginningOf(role === 'query' ? queryPrefix + text : text, vocabulary, windowSize.tokens)),
      ),
  });
  const together = reading(known, engine);
  const read = (await mayReadTogether(runnerOver(together), known)) ? together : oneByOne(together);
  if (read !== together) await selfTest(runnerOver(read), known.proof);

  return {
    model,
    query: async (text) => (await runnerOver(read).embed([text], 'query'))[0]!,
    familiarity: async (text) => familiarityOf(text, vocabulary),
    async passages(text, signal) {
      const windows = windowsOf(text, vocabulary, windowSize);
      const vectors: Float32Array[] = [];
      for (let begin = 0; begin < windows.length; begin += batchSize) {
        signal?.throwIfAborted();
        vectors.push(...(await read(windows.slice(begin, begin + batchSize).map(({ tokens }) => tokens))));
      }
      return windows.map(({ start, end }, index) => ({ start, end, vector: vectors[index]! }));
    },
  };
}

/** Throws ModelRefused where reading texts one by one would not help. */
async function mayReadTogether(runner: Runner, { proof }: WebLlmModel): Promise<boolean> {
  try {
    await selfTest(runner, proof);
    return true;
  } catch (cause) {
    if (cause instanceof ModelRefused && onlyTogether.includes(cause.check)) return false;
    throw cause;
  }
}
