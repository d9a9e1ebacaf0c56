import type { Target } from 'puppeteer-core';

/**
 * Runs `work` in a target and lets go of it again: an attached debugger would keep a service worker from ever idling out.
 * Arguments and result travel as JSON.
 */
export async function evaluateIn<Given extends unknown[], Result>(
  target: Target,
  work: (...given: Given) => Result | Promise<Result>,
  given: Given,
): Promise<Result> {
  const session = await target.createCDPSession();
  try {
    // puppeteer stops every new target before its first line and lets it go, but not one that we attach to in that moment.
    await session.send('Runtime.runIfWaitingForDebugger');
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
