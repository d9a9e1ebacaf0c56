import type { KnownModel } from './registry.ts';

/** What the environment offers that a model may need. */
export interface Environment {
  /** The browser that the build targets. */
  browser: 'chromium' | 'firefox';
  /** Whether `navigator.gpu.requestAdapter()` returns an adapter. */
  hasAdapter(): Promise<boolean>;
  /** Whether the package has a file; paths as in KnownModel. */
  hasFile(path: string): Promise<boolean>;
}

/** The reason why a model can't be chosen here, as a sentence; undefined if it can. Downloads nothing. */
export async function whyUnavailable(
  known: KnownModel,
  { browser, hasAdapter, hasFile }: Environment,
): Promise<string | undefined> {
  if (!known.download) return undefined;
  if (browser === 'firefox') return 'Only available in Chromium.';
  const present = await Promise.all(known.files.map(hasFile));
  if (present.includes(false)) return 'This build of Commonplace doesn’t include the software that runs this model.';
  if (!(await hasAdapter())) return 'It needs WebGPU, and this browser has no suitable graphics adapter.';
  return undefined;
}
