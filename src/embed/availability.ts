import type { KnownModel } from './registry.ts';

/** What there is around the extension that a model may need. */
export interface Surroundings {
  /** What the build is for. */
  browser: 'chromium' | 'firefox';
  /** Whether the browser hands out a graphics adapter: `navigator.gpu.requestAdapter()`. */
  hasAdapter(): Promise<boolean>;
  /** Whether a file lies in the package; its path as in KnownModel. */
  hasFile(path: string): Promise<boolean>;
}

/** Why a model can't be chosen here, as a sentence; undefined where it can. Fetches nothing. */
export async function whyUnavailable(
  known: KnownModel,
  { browser, hasAdapter, hasFile }: Surroundings,
): Promise<string | undefined> {
  if (!known.download) return undefined;
  if (browser === 'firefox') return 'Only available in Chromium.';
  const present = await Promise.all(known.files.map(hasFile));
  if (present.includes(false)) return "This build of Commonplace doesn't include its library.";
  if (!(await hasAdapter())) return 'It needs WebGPU, and this browser has no suitable graphics adapter.';
  return undefined;
}
