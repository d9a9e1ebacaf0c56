import { readFileSync } from 'node:fs';
import { serve, type Site } from '../browsers/serve.ts';

/** Serves the sample page, because extensions can't access file:// pages. */
export const serveSample = (): Promise<Site> =>
  serve({ '/': readFileSync(new URL('sample.html', import.meta.url), 'utf8') });
