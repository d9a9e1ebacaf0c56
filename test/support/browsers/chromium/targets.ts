import type { Browser, Target } from 'puppeteer-core';
import { until } from '../until.ts';

const isServiceWorker = (target: Target, id: string) => target.type() === 'service_worker' && target.url().startsWith(`chrome-extension://${id}/`);

/** The extension's service worker, if it runs now. */
export const runningServiceWorker = (browser: Browser, id: string): Target | undefined => browser.targets().find((target) => isServiceWorker(target, id));

/** The extension's service worker; a stopped one is started. */
export async function serviceWorker(browser: Browser, id: string): Promise<Target> {
  const running = runningServiceWorker(browser, id);
  if (running) return running;
  const page = await browser.newPage();
  try {
    await page.goto(`chrome-extension://${id}/manifest.json`);
    const session = await page.createCDPSession();
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.startWorker', { scopeURL: `chrome-extension://${id}/` });
    return await browser.waitForTarget((target) => isServiceWorker(target, id), { timeout: 10_000 });
  } finally {
    await page.close();
  }
}

/**
 * Runs `work` in a target and lets go of it again: an attached debugger would keep a service worker from ever idling out.
 * Arguments and result travel as JSON.
 */
export async function evaluateIn<Given extends unknown[], Result>(target: Target, work: (...given: Given) => Result | Promise<Result>, given: Given): Promise<Result> {
  const session = await target.createCDPSession();
  try {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression: `(async () => (${String(work)})(...${JSON.stringify(given)}))()`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as Result;
  } finally {
    await session.detach().catch(() => undefined);
  }
}

/** The dedicated worker of the extension whose script's name holds `name`, if it runs now. */
export const dedicatedWorker = (browser: Browser, id: string, name: string): Target | undefined =>
  browser.targets().find((target) => target.type() === 'other' && target.url().startsWith(`chrome-extension://${id}/`) && target.url().includes(name));

/** The extension's offscreen document, if it is open now. */
export const offscreenDocument = (browser: Browser, id: string): Target | undefined =>
  browser.targets().find((target) => target.type() === 'background_page' && target.url().startsWith(`chrome-extension://${id}/`));

/** Closes a target without asking it; resolves once puppeteer knows that it is gone. */
export async function endTarget(browser: Browser, target: Target | undefined): Promise<void> {
  if (!target) return;
  const session = await browser.target().createCDPSession();
  try {
    const { targetInfos } = await session.send('Target.getTargets');
    const found = targetInfos.find(({ type, url }) => type === target.type() && url === target.url());
    if (found) await session.send('Target.closeTarget', { targetId: found.targetId });
    await until(`the end of ${target.url()}`, () => !browser.targets().includes(target));
  } finally {
    await session.detach();
  }
}

/** Terminates every dedicated worker that a document has started, from outside: `Worker.terminate()` on the objects that its heap holds. */
export async function terminateWorkers(document: Target): Promise<number> {
  const session = await document.createCDPSession();
  try {
    const { result } = await session.send('Runtime.evaluate', { expression: 'Worker.prototype' });
    const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' });
    const ended = await session.send('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: 'function () { for (const worker of this) worker.terminate(); return this.length; }',
      returnByValue: true,
    });
    return Number(ended.result.value);
  } finally {
    await session.detach();
  }
}
