import { readFileSync } from 'node:fs';
import { serve, type Site } from '../browsers/serve.ts';
import { clientScript } from '../client/build.ts';

/** The sample pages that use memories. A third page, `/`, has content to save. */
export const samplePages = ['/recipes.html', '/highlights.html'];

const sources: Record<string, () => string | Promise<string>> = {
  '/': () => readFileSync(new URL('sample.html', import.meta.url), 'utf8'),
  ...Object.fromEntries(samplePages.map((path) => [path, () => readFileSync(`docs/examples${path}`, 'utf8')])),
  '/commonplace.js': clientScript,
};

/** Serves the sample pages, because extensions can't access file:// pages. */
export const serveSample = (): Promise<Site> =>
  serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
    void Promise.resolve(sources[pathname]?.()).then(
      (text) => response.writeHead(text === undefined ? 404 : 200, { 'content-type': type }).end(text),
      () => response.writeHead(500).end(),
    );
  });
