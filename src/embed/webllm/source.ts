import { MLCEngine, ModelType } from '@mlc-ai/web-llm';
import { ModelUnavailable, type Embedder } from '../../service/ports/embedder.ts';
import { loadWebLlm, type TokenWindow } from './embedder.ts';
import { arcticM, arcticS } from './models.ts';

const known = [arcticS, arcticM];

/** Loads the models of this tier, in the worker that runs one of them. `cutter` makes what cuts texts into windows; it is asked for once a model is loaded. */
export const webLlmLoader =
  (cutter: () => Promise<(text: string, most: number) => TokenWindow[]>) =>
  async (id: string, onProgress: (share: number) => void): Promise<Embedder> => {
    const model = known.find((one) => one.model.id === id);
    if (!model) throw new ModelUnavailable('This version of Commonplace does not know the chosen model.');
    const hasAdapter = async () => Boolean(await (navigator as Partial<Navigator>).gpu?.requestAdapter());
    return loadWebLlm(model, { library: { MLCEngine, ModelType }, windows: await cutter(), hasAdapter }, onProgress);
  };
