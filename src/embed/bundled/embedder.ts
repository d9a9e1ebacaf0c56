import { nextTurn } from '../../lib/next-turn.ts';
import type { Embedder } from '../../service/ports/embedder.ts';
import type { ModelFiles } from '../files/model-files.ts';
import { minilm } from '../minilm/embedder.ts';
import { partsFrom as minilmParts } from '../minilm/parts.ts';
import type { Role, Runner } from '../runner.ts';
import { partsFrom as multilingualParts, useMultilingual } from '../use-multilingual/encoder.ts';
import { isEnglish, mixed } from './mix.ts';
import { model } from './model.ts';

/**
 * The two bundled models as one. Windows, offsets and token vectors are MiniLM's; mix.ts joins the vectors. Throws ModelUnavailable.
 */
export async function bundledEmbedder(files: ModelFiles): Promise<Embedder & Runner> {
  const [english, multilingual] = await Promise.all([
    minilm(minilmParts(files)),
    useMultilingual(multilingualParts(files)),
  ]);

  async function vectorOf(text: string, role: Role, minilmVector: Float32Array): Promise<Float32Array> {
    const vectors = { minilm: minilmVector, multilingual: multilingual.vectorOf(text) };
    return mixed(vectors, role, await english.familiarity(text));
  }

  return {
    model,
    async query(text, signal) {
      const { vector, tokens } = await english.query(text, signal);
      const whole = { vector: await vectorOf(text, 'query', vector) };
      // MiniLM's tokens say nothing about other languages.
      return tokens && isEnglish(await english.familiarity(text)) ? { ...whole, tokens } : whole;
    },
    familiarity: async (text) => Math.max(await english.familiarity(text), multilingual.knows(text)),
    async passages(text, signal) {
      const passages = [];
      for (const passage of await english.passages(text, signal)) {
        if (passages.length > 0) await nextTurn();
        signal?.throwIfAborted();
        const part = text.slice(passage.start, passage.end);
        passages.push({ ...passage, vector: await vectorOf(part, 'passage', passage.vector) });
      }
      return passages;
    },
    async embed(texts, role) {
      const vectors = await english.embed(texts, role);
      return Promise.all(vectors.map((vector, index) => vectorOf(texts[index]!, role, vector)));
    },
  };
}
