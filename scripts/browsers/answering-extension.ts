import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Target } from 'puppeteer-core';
import { evaluateIn } from './evaluate-in.ts';
import { until } from './until.ts';

const extensionNameOf = (extension: string): string =>
  (JSON.parse(readFileSync(join(extension, 'manifest.json'), 'utf8')) as { name: string }).name;

/** Runs in the service worker; returns undefined while the extension API isn't available yet. */
const ownName = () =>
  (
    globalThis as unknown as { chrome?: { runtime?: { getManifest(): { name: string } } } }
  ).chrome?.runtime?.getManifest().name;

/**
 * Waits for the service worker of `extension` (a folder). Returns the extension's id; undefined if no service worker
 * answers in time, as in browsers that accept the command to load an extension but don't load it.
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
