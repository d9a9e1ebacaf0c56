import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { arcticS, libraryPath } from '../../../src/embed/webllm/models.ts';
import type { Page } from '../../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../../scripts/harness/index.ts';
import { channelName, type Command } from './command.ts';

const workers = { standIn: 'worker.ts', real: 'real-worker.ts' };

/**
 * A copy of the Chromium extension with the test harness, and with `library` as the WASM library of the model Arctic S.
 * Adds the worker for downloadable models, which a build without WASM libraries lacks: the extension's own (`real`), or
 * one with a stand-in for web-llm's engine (`standIn`).
 */
export async function extensionWithLibrary(
  worker: keyof typeof workers,
  library: string | Uint8Array,
): Promise<string> {
  const folder = await extensionWithHarness('chromium');
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      lib: {
        entry: join(import.meta.dirname, workers[worker]),
        formats: ['iife'],
        name: 'standIn',
        fileName: () => 'webllm.js',
      },
    },
  });
  const path = join(folder, libraryPath(arcticS.library));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, library);
  return folder;
}

export const command = (page: Page, sent: Command): Promise<void> =>
  page.evaluate(
    (name, message) => {
      const channel = new BroadcastChannel(name);
      channel.postMessage(message);
      channel.close();
    },
    channelName,
    sent,
  );
