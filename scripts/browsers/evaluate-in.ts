import type { Target } from 'puppeteer-core';

/**
 * Runs `work` in a target. Then detaches, since a debugger would keep a service worker running. Arguments and result
 * are JSON.
 */
export async function evaluateIn<Args extends unknown[], Result>(
  target: Target,
  work: (...args: Args) => Result | Promise<Result>,
  args: Args,
): Promise<Result> {
  const session = await target.createCDPSession();
  try {
    // puppeteer pauses every new target, and doesn't resume the target if we attach first.
    await session.send('Runtime.runIfWaitingForDebugger');
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression: `(async () => (${String(work)})(...${JSON.stringify(args)}))()`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as Result;
  } finally {
    await session.detach().catch(() => undefined);
  }
}
