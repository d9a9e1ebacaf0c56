import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { arcticS, libraryPath } from '../../../src/embed/webllm/models.ts';
import type { Page } from '../browsers/index.ts';
import { extensionWithHarness } from '../harness/index.ts';
import { channelName, type Command } from './command.ts';

/** A copy of the extension for Chromium with the harness, a library of Arctic S, which is none, and the stand-in's worker in the place of web-llm's. */
export async function extensionWithStandIn(): Promise<string> {
  const folder = await extensionWithHarness('chromium');
  await build({
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: false, minify: false, lib: { entry: join(import.meta.dirname, 'worker.ts'), formats: ['iife'], name: 'standIn', fileName: () => 'webllm.js' } },
  });
  const library = join(folder, libraryPath(arcticS.library));
  mkdirSync(dirname(library), { recursive: true });
  writeFileSync(library, '');
  return folder;
}

export const command = (page: Page, said: Command): Promise<void> =>
  page.evaluate((name, word) => {
    const channel = new BroadcastChannel(name);
    channel.postMessage(word);
    channel.close();
  }, channelName, said);
