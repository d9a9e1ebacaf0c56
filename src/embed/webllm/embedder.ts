import { ModelRefused, ModelUnavailable, type Embedder } from '../../service/ports/embedder.ts';
import { familiarityOf } from '../minilm/tokens/familiarity.ts';
import type { Vocabulary } from '../minilm/tokens/vocabulary.ts';
import { beginningOf, windowsOf } from '../minilm/tokens/windows.ts';
import type { Runner } from '../runner.ts';
import { selfTest } from '../self-test/self-test.ts';
import { engineFor, type WebLlmLibrary } from './engine.ts';
import { loadFailure } from './failures.ts';
import { queryPrefix, windowSize, type WebLlmModel } from './models.ts';
import { inBatches, oneByOne, type EmbedTokens } from './batches.ts';

export interface WebLlmParts {
  library: WebLlmLibrary;
  /**
   * The vocabulary of BERT's uncased models. Texts are passed as tokens, because web-llm's tokenizer adds no start and
   * end tokens and treats a typed `[SEP]` as an end token.
   */
  vocabulary: Vocabulary;
  hasAdapter: () => Promise<boolean>;
}

/** The self-test's checks of batches: a model that fails one of them may still embed single texts correctly. */
const batchChecks = ['order', 'batch', 'padding'];

/** How many windows go to the graphics card at once; a query waits for at most this many. */
const batchSize = 4;

/**
 * Loads a model with web-llm and tests it. Fetches nothing if there is no graphics adapter. Throws ModelRefused, or
 * ModelUnavailable with the reason.
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

  const runnerOver = (embedTokens: EmbedTokens): Runner => ({
    model,
    embed: (texts, role) =>
      embedTokens(
        texts.map((text) => beginningOf(role === 'query' ? queryPrefix + text : text, vocabulary, windowSize.tokens)),
      ),
  });
  const together = inBatches(known, engine);
  const embedTokens = (await worksInBatches(runnerOver(together), known)) ? together : oneByOne(together);
  if (embedTokens !== together) await selfTest(runnerOver(embedTokens), known.proof);

  return {
    model,
    query: async (text) => ({ vector: (await runnerOver(embedTokens).embed([text], 'query'))[0]! }),
    queryLike: (vector) => ({ vector }),
    familiarity: async (text) => familiarityOf(text, vocabulary),
    async passages(text, signal) {
      const windows = windowsOf(text, vocabulary, windowSize);
      const vectors: Float32Array[] = [];
      for (let begin = 0; begin < windows.length; begin += batchSize) {
        signal?.throwIfAborted();
        vectors.push(...(await embedTokens(windows.slice(begin, begin + batchSize).map(({ tokens }) => tokens))));
      }
      return windows.map(({ start, end }, index) => ({ start, end, vector: vectors[index]! }));
    },
  };
}

/** Whether the model passes the self-test in batches. Throws if embedding texts one by one can't help. */
async function worksInBatches(runner: Runner, { proof }: WebLlmModel): Promise<boolean> {
  try {
    await selfTest(runner, proof);
    return true;
  } catch (cause) {
    if (cause instanceof ModelRefused && batchChecks.includes(cause.check)) return false;
    throw cause;
  }
}
