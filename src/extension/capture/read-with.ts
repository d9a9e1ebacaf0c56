import { browser } from 'wxt/browser';
import { within } from '../../lib/timing.ts';
import type { Reader, readerName } from '../reader/reader.ts';

const readMs = 10_000;

/**
 * Injects the reader into one frame and calls its method `what`. Returns undefined if the method returns nothing, can't
 * run or takes too long. Needs `activeTab`.
 * @param input the argument of the method
 */
export async function readWith<What extends keyof Reader>(
  what: What,
  tabId: number,
  frameId = 0,
  input: Parameters<Reader[What]>[0] | null = null,
): Promise<ReturnType<Reader[What]> | undefined> {
  const target = { tabId, frameIds: [frameId] };
  const { executeScript } = browser.scripting;
  const read = executeScript({ target, injectImmediately: true, files: ['/reader.js'] }).then(() =>
    executeScript({
      target,
      injectImmediately: true,
      func: (name: typeof readerName, wanted: keyof Reader, argument: unknown) =>
        (globalThis as unknown as Record<typeof name, Record<string, (given: unknown) => unknown>>)[name][wanted]!(
          argument,
        ),
      args: ['commonplaceReader', what, input],
    }),
  );
  const results = await within(
    readMs,
    read.catch(() => []),
  );
  return (results?.[0]?.result ?? undefined) as ReturnType<Reader[What]> | undefined;
}
