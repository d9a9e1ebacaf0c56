import type { Model } from '../../service/ports/embedder.ts';
import { model as minilm } from '../minilm/model.ts';
import { dimensions, languages, weightsFile } from '../use-multilingual/model.ts';
import { method, same } from './mix.ts';

export const model: Model = {
  ...minilm,
  id: `${minilm.id}+use-multilingual-3/${weightsFile.hash.slice(0, 12)}/${method}`,
  name: 'MiniLM and USE (all-MiniLM-L6-v2, universal-sentence-encoder-multilingual 3)',
  dimensions: minilm.dimensions + 2 * dimensions,
  languages,
  cosines: { unrelated: 0, same },
};
