import { ModelLost, ModelUnavailable } from '../../service/ports/embedder.ts';
import type { WebLlmModel } from './models.ts';

/** Known failures of web-llm while it loads a model, with the message for the user. The first match counts. */
const causes: ReadonlyArray<{ shows: RegExp; sentence: (known: WebLlmModel) => string }> = [
  {
    shows: /LinkError|IntegrityError/,
    sentence: () => 'Its program file in this build doesn’t match this version of web-llm.',
  },
  { shows: /QuotaExceeded/, sentence: () => 'The disk has too little free space for its files.' },
  {
    shows: /Device(Lost| was lost)|out of memory|already been disposed|BindingError/i,
    sentence: () => 'The graphics card failed while loading it. It may have too little memory.',
  },
  {
    shows: /WebGPUNotAvailable|compatible GPU|FeatureSupport|ShaderF16/,
    sentence: () => 'This browser has no graphics adapter that can run it.',
  },
  {
    shows: /Failed to fetch|on 'Cache'|NetworkError|network error/i,
    sentence: ({ download }) => `Couldn’t download its files from ${download.hosts[0]}.`,
  },
];

/** The message for the user about a failed load. */
export function loadFailure(known: WebLlmModel, cause: unknown): ModelUnavailable {
  const shown = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  const sentence = causes.find(({ shows }) => shows.test(shown))?.sentence(known) ?? `web-llm reported: ${shown}`;
  return new ModelUnavailable(`${known.model.name} couldn’t be loaded. ${sentence}`, { cause });
}

/** After the GPU device is lost, every call to web-llm fails with unrelated errors; only a new engine helps. */
export const lost = (known: WebLlmModel, cause: unknown): ModelLost =>
  new ModelLost(`${known.model.name} stopped: it can no longer use the graphics card.`, { cause });
