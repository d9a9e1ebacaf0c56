import { readFileSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import { build, type Rolldown } from 'vite';
import { obtain } from '../../scripts/browsers/obtain.ts';
import { sandboxArguments } from '../../scripts/browsers/sandbox.ts';
import { serve } from '../../scripts/browsers/serve.ts';

/** Cross-origin isolation raises the clock's resolution to microseconds. */
const isolated = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

/**
 * A site with one page, which starts one worker. Data stored in a profile is available only while the site is open: the
 * next site has another port, and so another origin.
 */
export interface WorkerSite {
  /** Asks the worker in a new browser on the profile. Returns the worker's first message. */
  ask<Answer>(profile: string, question: unknown): Promise<Answer>;
  open(profile: string): Promise<WorkerPage>;
  close(): Promise<void>;
}

export interface WorkerPage {
  ask<Answer>(question: unknown): Promise<Answer>;
  /** Bytes of the worker's objects and buffers. Without `collectGarbage`, garbage is included. */
  memory(options?: { collectGarbage?: boolean }): Promise<number>;
  close(): Promise<void>;
}

/** `files`: further files to serve, by URL path, such as `/kernels/vector.wasm`. */
export async function workerSite(script: string, files: Record<string, string>): Promise<WorkerSite> {
  const executablePath = await obtain('chromium', { say: console.error, prefer: 'packages' });
  const code = await bundled(script);
  const site = await serve((request, response) => {
    const path = request.url ?? '/';
    for (const [name, value] of Object.entries(isolated)) response.setHeader(name, value);
    if (path === '/worker.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(code);
    else if (files[path] !== undefined)
      response.writeHead(200, { 'content-type': 'application/wasm' }).end(readFileSync(files[path]));
    else
      response
        .writeHead(path === '/' ? 200 : 404, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Bench</title>');
  });
  const open = async (profile: string): Promise<WorkerPage> => {
    const browser = await puppeteer.launch({
      executablePath,
      userDataDir: profile,
      pipe: true,
      protocolTimeout: 1_800_000,
      args: [...sandboxArguments(), '--disable-gpu'],
    });
    const page = await browser.newPage();
    await page.goto(site.origin);
    return {
      ask: async (question) => (await page.evaluate(askInPage, question)) as never,
      async memory({ collectGarbage = false } = {}) {
        const { client } = page.workers()[0]!;
        if (collectGarbage) await client.send('HeapProfiler.collectGarbage');
        const { usedSize, backingStorageSize } = await client.send('Runtime.getHeapUsage');
        return usedSize + backingStorageSize;
      },
      close: () => browser.close(),
    };
  };
  return {
    open,
    async ask(profile, question) {
      const page = await open(profile);
      try {
        return await page.ask(question);
      } finally {
        await page.close();
      }
    },
    close: () => site.close(),
  };
}

async function bundled(script: string): Promise<string> {
  const outputs = (await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, target: 'es2024', lib: { entry: script, formats: ['es'] } },
  })) as Rolldown.RolldownOutput[];
  return outputs[0]!.output[0].code;
}

/** Runs in the page. */
function askInPage(question: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const askedAt = performance.timeOrigin + performance.now();
    const scope = globalThis as { worker?: Worker };
    const worker = (scope.worker ??= new Worker('/worker.js', { type: 'module' }));
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ ...(question as object), askedAt });
  });
}
