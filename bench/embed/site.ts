import { readFileSync } from 'node:fs';
import { build, type Rolldown } from 'vite';
import { serve, type Site } from '../../scripts/browsers/serve.ts';

const types: Record<string, string> = { js: 'text/javascript', mjs: 'text/javascript', wasm: 'application/wasm' };

export async function benchSite(baseline: string): Promise<Site> {
  const scripts = new Map<string, string>(
    await Promise.all(
      ['page', 'ours', 'tokens', 'bundled', 'baseline'].map(
        async (name) => [`/${name}.js`, await bundled(name)] as const,
      ),
    ),
  );
  const files = new Map<string, Uint8Array>();
  const file = (path: string): Uint8Array => {
    const source =
      path === '/baseline/model.onnx'
        ? baseline
        : path.startsWith('/ort/')
          ? `node_modules/onnxruntime-web/dist/${path.slice(5)}`
          : `public${path}`;
    if (!files.has(path)) files.set(path, readFileSync(source));
    return files.get(path)!;
  };
  return serve((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path === '/')
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Bench</title><script type="module" src="/page.js"></script>');
    if (
      !/^\/(page|ours|tokens|bundled|baseline)\.js$|^\/(ort|kernels|models|baseline)\/[\w./-]+$/.test(path) ||
      path.includes('..')
    )
      return response.writeHead(404).end();
    return response
      .writeHead(200, { 'content-type': types[path.split('.').pop()!] ?? 'application/octet-stream' })
      .end(scripts.get(path) ?? file(path));
  });
}

async function bundled(name: string): Promise<string> {
  const outputs = (await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: true, target: 'es2024', lib: { entry: `bench/embed/${name}.ts`, formats: ['es'] } },
  })) as Rolldown.RolldownOutput[];
  return outputs[0]!.output[0].code;
}
