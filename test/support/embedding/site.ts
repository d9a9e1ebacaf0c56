import { readFileSync } from 'node:fs';
import { build, type Rolldown } from 'vite';
import { serve, type Site } from '../../../scripts/browsers/serve.ts';

export interface ModelSite extends Site {
  /** Requested paths of the model's files, in order. */
  readonly requested: string[];
}

/** A site whose page runs ./page.ts. Serves the model's files at the same paths as in the extension's package. */
export async function modelSite(): Promise<ModelSite> {
  const scripts = new Map<string, string>(
    await Promise.all(
      ['page', 'worker'].map(
        async (name) => [`/${name}.js`, await bundled(`test/support/embedding/${name}.ts`)] as const,
      ),
    ),
  );
  const requested: string[] = [];
  const site = await serve((request, response) => {
    const path = request.url ?? '/';
    if (path === '/')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Model</title><script type="module" src="/page.js"></script>');
    else if (scripts.has(path)) response.writeHead(200, { 'content-type': 'text/javascript' }).end(scripts.get(path));
    else if (/^\/(kernels|models)\/[\w./-]+$/.test(path) && !path.includes('..')) {
      requested.push(path);
      response
        .writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' })
        .end(readFileSync(`public${path}`));
    } else response.writeHead(404).end();
  });
  return { ...site, requested };
}

async function bundled(entry: string): Promise<string> {
  const outputs = (await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, target: 'es2024', lib: { entry, formats: ['es'] } },
  })) as Rolldown.RolldownOutput[];
  return outputs[0]!.output[0].code;
}
