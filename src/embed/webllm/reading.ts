import { unit } from '../vectors.ts';
import type { WebLlmEngine } from './engine.ts';
import { lost } from './failures.ts';
import type { WebLlmModel } from './models.ts';

/** Tokens of texts in; their vectors, of length 1, in the same order out. Throws ModelLost, and from then on always. */
export type Read = (texts: Int32Array[]) => Promise<Float32Array[]>;

/** Reads texts in one batch, padded to its longest. web-llm answers with the first token's vector as the model leaves it: it is the caller who takes its length to 1. */
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

/** The same, with each text alone, for a library whose vectors depend on what is read beside them. */
export const oneByOne =
  (read: Read): Read =>
  async (texts) => {
    const vectors: Float32Array[] = [];
    for (const text of texts) vectors.push(...(await read([text])));
    return vectors;
  };
