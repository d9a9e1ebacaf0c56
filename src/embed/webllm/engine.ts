import type { AppConfig, InitProgressReport, MLCEngine, MLCEngineConfig, ModelType } from '@mlc-ai/web-llm';
import { libraryPath, type WebLlmModel } from './models.ts';

/** What we use of web-llm's engine. */
export type WebLlmEngine = Pick<MLCEngine, 'reload' | 'embedding'>;

/** What we use of the package `@mlc-ai/web-llm`, which only the worker of this tier loads. */
export interface WebLlmLibrary {
  MLCEngine: new (config: MLCEngineConfig) => WebLlmEngine;
  ModelType: Pick<typeof ModelType, 'embedding'>;
}

/** An engine that knows this one model. With a list of our own, web-llm asks for nothing that is not named in it: the weights from their host, the library from the package. */
export function engineFor(
  known: WebLlmModel,
  library: WebLlmLibrary,
  onProgress: (share: number) => void,
): WebLlmEngine {
  const appConfig: AppConfig = {
    cacheBackend: 'cache',
    model_list: [
      {
        model: known.download.address,
        model_id: known.model.id,
        model_lib: `/${libraryPath(known.library)}`,
        model_type: library.ModelType.embedding,
      },
    ],
  };
  return new library.MLCEngine({
    appConfig,
    logLevel: 'ERROR',
    initProgressCallback: (report) => onProgress(shareOf(report)),
  });
}

/** Where each part of loading begins and ends on the way to 1; web-llm counts each from 0. Fetching takes the longest, the first time. */
const parts: ReadonlyArray<{ begins: string; from: number; to: number }> = [
  { begins: 'Fetching param cache', from: 0, to: 0.8 },
  { begins: 'Loading model from cache', from: 0.8, to: 0.9 },
  { begins: 'Loading GPU shader modules', from: 0.9, to: 1 },
];

/** How much is loaded, 0..1; what is not a part that is known counts as its beginning. */
function shareOf({ text, progress }: Pick<InitProgressReport, 'text' | 'progress'>): number {
  const part = parts.find(({ begins }) => text.startsWith(begins));
  if (part) return part.from + (part.to - part.from) * Math.min(1, Math.max(0, progress));
  return text.startsWith('Finish') ? 1 : 0;
}
