import { MLCEngine, ModelType } from '@mlc-ai/web-llm';
import { ModelUnavailable, type Embedder } from '../../service/ports/embedder.ts';
import { vocabularyOf } from '../minilm/tokens/vocabulary.ts';
import { loadWebLlm } from './embedder.ts';
import { arcticM, arcticS } from './models.ts';

const known = [arcticS, arcticM];

/** Loads a web-llm model in its worker. `readVocabulary`: reads the vocabulary, which the bundled model shares. */
export const webLlmLoader =
  (readVocabulary: () => Promise<Uint8Array>) =>
  async (id: string, onProgress: (share: number) => void): Promise<Embedder> => {
    const model = known.find((candidate) => candidate.model.id === id);
    if (!model) throw new ModelUnavailable('This version of Commonplace doesn’t have the chosen model.');
    const hasAdapter = async () => Boolean(await (navigator as Partial<Navigator>).gpu?.requestAdapter());
    const vocabulary = vocabularyOf(new TextDecoder().decode(await readVocabulary()));
    return loadWebLlm(model, { library: { MLCEngine, ModelType }, vocabulary, hasAdapter }, onProgress);
  };
