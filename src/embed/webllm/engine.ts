import type { AppConfig, InitProgressReport, MLCEngine, MLCEngineConfig, ModelType } from '@mlc-ai/web-llm';
import { libraryPath, type WebLlmModel } from './models.ts';

/** The part of web-llm's engine that we use. */
export type WebLlmEngine = Pick<MLCEngine, 'reload' | 'embedding'>;

/** The part of `@mlc-ai/web-llm` that we use. Only the worker `webllm.js` loads it. */
export interface WebLlmLibrary {
  MLCEngine: new (config: MLCEngineConfig) => WebLlmEngine;
  ModelType: Pick<typeof ModelType, 'embedding'>;
}

/** An engine for this model only. The model's library is in the package, so web-llm downloads no code. */
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

/** The part of the total progress that each phase covers. web-llm reports each phase from 0 to 1. */
const parts: ReadonlyArray<{ begins: string; from: number; to: number }> = [
  { begins: 'Fetching param cache', from: 0, to: 0.8 },
  { begins: 'Loading model from cache', from: 0.8, to: 0.9 },
  { begins: 'Loading GPU shader modules', from: 0.9, to: 1 },
];

/** The total progress, 0..1; an unknown phase counts as 0. */
function shareOf({ text, progress }: Pick<InitProgressReport, 'text' | 'progress'>): number {
  const part = parts.find(({ begins }) => text.startsWith(begins));
  if (part) return part.from + (part.to - part.from) * Math.min(1, Math.max(0, progress));
  return text.startsWith('Finish') ? 1 : 0;
}
