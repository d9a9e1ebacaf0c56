import { readFileSync } from 'node:fs';
import { serve, type Site } from '../browsers/serve.ts';

/** Serves the sample page; a file:// page would be closed to extensions. It is no part of the built extension. */
export const serveSample = (): Promise<Site> =>
  serve({ '/': readFileSync(new URL('sample.html', import.meta.url), 'utf8') });
