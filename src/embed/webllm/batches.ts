import { unit } from '../../lib/vector-math.ts';
import type { WebLlmEngine } from './engine.ts';
import { lost } from './failures.ts';
import type { WebLlmModel } from './models.ts';

/**
 * Returns a vector of length 1 for each text, in order. Takes each text as its tokens. Once it throws ModelLost, every
 * later call does too.
 */
export type EmbedTokens = (texts: Int32Array[]) => Promise<Float32Array[]>;

/**
 * Embeds texts in one batch. web-llm returns the first token's vector unscaled, so this function scales it to length 1.
 */
export function inBatches(known: WebLlmModel, engine: WebLlmEngine): EmbedTokens {
  let failure: Error | undefined;
  return async (texts) => {
    if (failure) throw failure;
    try {
      const { data } = await engine.embedding({
        model: known.model.id,
        input: texts.map((tokens) => Array.from(tokens)),
      });
      return data
        .toSorted((one, other) => one.index - other.index)
        .map(({ embedding }) => unit(Float32Array.from(embedding)));
    } catch (cause) {
      throw (failure ??= lost(known, cause));
    }
  };
}

/** Embeds one text at a time, for a model whose vectors depend on the other texts in a batch. */
export const oneByOne =
  (embed: EmbedTokens): EmbedTokens =>
  async (texts) => {
    const vectors: Float32Array[] = [];
    for (const text of texts) vectors.push(...(await embed([text])));
    return vectors;
  };
