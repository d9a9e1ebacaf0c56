import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, Target } from 'puppeteer-core';
import { evaluateIn } from '../evaluate-in.ts';
import { until } from '../until.ts';

/** The targets that the browser reports. puppeteer's own list can contain a service worker that has ended. */
async function currentTargets(browser: Browser): Promise<{ targetId: string; type: string; url: string }[]> {
  const session = await browser.target().createCDPSession();
  try {
    return (await session.send('Target.getTargets')).targetInfos;
  } finally {
    await session.detach();
  }
}

const idOf = (target: Target): string => (target as unknown as { _targetId: string })._targetId;

async function find(browser: Browser, type: string, urlStart: string, name = ''): Promise<Target | undefined> {
  const found = (await currentTargets(browser)).find(
    (target) => target.type === type && target.url.startsWith(urlStart) && target.url.includes(name),
  );
  return (
    found &&
    until(`puppeteer to know of ${found.url}`, () =>
      browser.targets().find((target) => idOf(target) === found.targetId),
    )
  );
}

const base = (id: string) => `chrome-extension://${id}/`;

export const runningServiceWorker = (browser: Browser, id: string): Promise<Target | undefined> =>
  find(browser, 'service_worker', base(id));

export const offscreenDocument = (browser: Browser, id: string): Promise<Target | undefined> =>
  find(browser, 'background_page', base(id));

/** The extension's dedicated worker whose script name contains `name`, if it is running. */
export const dedicatedWorker = (browser: Browser, id: string, name: string): Promise<Target | undefined> =>
  find(browser, 'worker', base(id), name);

/** Runs in the service worker: whether the extension API is available yet. */
const hasBindings = () => 'chrome' in globalThis && 'runtime' in (globalThis as unknown as { chrome: object }).chrome;

/** A reply; undefined after a second, since a worker that ends or waits for a debugger never replies. */
const replySoon = <Reply>(reply: Promise<Reply>): Promise<Reply | undefined> =>
  Promise.race([reply, pause(1000, undefined)]);

/** The extension's service worker, once it has the extension API. Starts a stopped service worker. */
export async function serviceWorker(browser: Browser, id: string): Promise<Target> {
  return until('the service worker to be ready', async () => {
    const target = (await runningServiceWorker(browser, id)) ?? (await startServiceWorker(browser, id));
    return target && (await replySoon(evaluateIn(target, hasBindings, []))) && target;
  });
}

/**
 * Resumes the extension's service worker at each start. puppeteer pauses every new target, and sometimes leaves the
 * service worker paused. A paused service worker doesn't answer the extension's pages.
 */
export async function keepServiceWorkerRunning(browser: Browser, id: string): Promise<KeptServiceWorker> {
  const session = await browser.target().createCDPSession();
  const isServiceWorker = ({ type, url }: { type: string; url: string }) =>
    type === 'service_worker' && url.startsWith(base(id));
  session.on('Target.targetCreated', ({ targetInfo }) => {
    // The service worker may have ended meanwhile.
    if (isServiceWorker(targetInfo)) void resume(session, targetInfo.targetId).catch(() => {});
  });
  await session.send('Target.setDiscoverTargets', { discover: true });

  async function resumeNext(): Promise<void> {
    for (let resumed = false; !resumed; await pause(100)) {
      const next = (await session.send('Target.getTargets')).targetInfos.find(isServiceWorker);
      // Meanwhile the service worker may end, or another client may attach to it.
      if (next !== undefined)
        resumed = await resume(session, next.targetId).then(
          () => true,
          () => false,
        );
    }
  }

  return {
    async endWorker() {
      await endTarget(browser, await runningServiceWorker(browser, id));
      // The browser may end first.
      void resumeNext().catch(() => {});
    },
  };
}

export interface KeptServiceWorker {
  /** Ends the worker and resumes it at its next start, which the browser may not report as a new target. */
  endWorker(): Promise<void>;
}

/**
 * Resumes a service worker that waits for a debugger. Doesn't use puppeteer's `Target`: with it, puppeteer would attach
 * to every later target too, and leave it paused.
 */
async function resume(session: CDPSession, targetId: string): Promise<void> {
  const isStarted = `(${String(hasBindings)})()`;
  await attached(session, targetId, (worker) =>
    until('the service worker to start', async () => {
      await replySoon(worker.send('Runtime.runIfWaitingForDebugger'));
      return (await replySoon(worker.send('Runtime.evaluate', { expression: isStarted })))?.result.value === true;
    }),
  );
}

async function attached(
  session: CDPSession,
  targetId: string,
  work: (target: CDPSession) => Promise<unknown>,
): Promise<void> {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: true });
  try {
    await work(session.connection()!.session(sessionId)!);
  } finally {
    // The target may have ended, and the session with it.
    await session.send('Target.detachFromTarget', { sessionId }).catch(() => {});
  }
}

async function startServiceWorker(browser: Browser, id: string): Promise<Target | undefined> {
  const page = await browser.newPage();
  try {
    await page.goto(`${base(id)}manifest.json`);
    const session = await page.createCDPSession();
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.startWorker', { scopeURL: base(id) });
    return await runningServiceWorker(browser, id);
  } finally {
    await page.close();
  }
}

/**
 * Closes a target by force. Repeats this until the target is gone: a starting service worker survives, and the browser
 * restarts a service worker until it has handled its events. The pauses between attempts grow, to give the worker time
 * for these events.
 */
export async function endTarget(browser: Browser, target: Target | undefined): Promise<void> {
  if (!target) return;
  const session = await browser.target().createCDPSession();
  let [waitMs, attemptAt] = [50, 0];
  try {
    await until(`the end of ${target.url()}`, async () => {
      if (!(await currentTargets(browser)).some(({ targetId }) => targetId === idOf(target))) return true;
      if (Date.now() < attemptAt) return false;
      await session.send('Target.closeTarget', { targetId: idOf(target) }).catch(() => undefined);
      // puppeteer may have left the target paused.
      if (attemptAt > 0)
        await attached(session, idOf(target), (paused) =>
          replySoon(paused.send('Runtime.runIfWaitingForDebugger')),
        ).catch(() => undefined);
      attemptAt = Date.now() + waitMs;
      waitMs *= 2;
      return false;
    });
  } finally {
    await session.detach();
  }
}

/** Terminates every dedicated worker that a document or worker has started. Returns how many there were. */
export async function terminateWorkers(owner: Target): Promise<number> {
  const session = await owner.createCDPSession();
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
