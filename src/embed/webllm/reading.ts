import { unit } from '../vectors.ts';
import type { WebLlmEngine } from './engine.ts';
import { lost } from './failures.ts';
import type { WebLlmModel } from './models.ts';

/** Takes the tokens of texts; returns their vectors of length 1 in the same order. Once it throws ModelLost, it always does. */
export type Read = (texts: Int32Array[]) => Promise<Float32Array[]>;

/** Embeds texts in one batch, padded to the longest. web-llm returns the first token's raw vector, so we scale it to length 1. */
export function reading(known: WebLlmModel, engine: WebLlmEngine): Read {
  let gone: Error | undefined;
  return async (texts) => {
    if (gone) throw gone;
    try {
      const { data } = await engine.embedding({
        model: known.model.id,
        input: texts.map((tokens) => Array.from(tokens)),
      });
      return data
        .toSorted((one, other) => one.index - other.index)
        .map(({ embedding }) => unit(Float32Array.from(embedding)));
    } catch (cause) {
      throw (gone ??= lost(known, cause));
    }
  };
}

/** The same one text at a time, for a library whose vectors depend on the rest of the batch. */
export const oneByOne =
  (read: Read): Read =>
  async (texts) => {
    const vectors: Float32Array[] = [];
    for (const text of texts) vectors.push(...(await read([text])));
    return vectors;
  };
