import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Target } from 'puppeteer-core';
import { evaluateIn } from './evaluate-in.ts';
import { until } from './until.ts';

/** The name in the manifest of a built extension. `extension`: its folder. */
const extensionNameOf = (extension: string): string =>
  (JSON.parse(readFileSync(join(extension, 'manifest.json'), 'utf8')) as { name: string }).name;

/** Runs in the service worker; returns undefined while the extension API isn't available yet. */
const ownName = () =>
  (
    globalThis as unknown as { chrome?: { runtime?: { getManifest(): { name: string } } } }
  ).chrome?.runtime?.getManifest().name;

/**
 * Waits for a service worker that returns the name in the manifest of `extension` (a folder). Returns the id of that
 * worker's extension; undefined if no such worker answers in time. This catches browsers that accept the flag or the
 * command to load the extension, but don't load it.
 */
export async function answeringExtension(
  browser: Browser,
  extension: string,
  answerMs = 20_000,
): Promise<string | undefined> {
  const wanted = extensionNameOf(extension);
  const isServiceWorker = (target: Target) =>
    target.type() === 'service_worker' && target.url().startsWith('chrome-extension://');
  const ask = async () => {
    for (const target of browser.targets().filter(isServiceWorker))
      if ((await evaluateIn(target, ownName, [])) === wanted) return new URL(target.url()).host;
    return undefined;
  };
  return until('the extension to answer', ask, answerMs).catch(() => undefined);
}
