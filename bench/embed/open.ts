import { resolve } from 'node:path';
import { launchChromium, launchFirefox, until, type BrowserKind } from '../../scripts/browsers/index.ts';
import type { Bench } from './page.ts';
import type { Question } from './protocol.ts';

type WithBench = typeof globalThis & { bench?: Bench };

export interface BenchPage {
  /** `ms`: milliseconds to the answer, including the worker's start if it wasn't running. */
  ask(worker: string, question: Question): Promise<{ answer: unknown; ms: number }>;
  /** Resolves when the browser has stored copies of all models' weights. */
  copied(): Promise<void>;
  close(): Promise<void>;
}

const answerMs = 600_000;

export async function openBench(kind: BrowserKind, origin: string, profile?: string): Promise<BenchPage> {
  const options = {
    extension: resolve('scripts/browsers/sample-extension'),
    ...(profile === undefined ? {} : { profile }),
  };
  const browser = await (kind === 'chromium' ? launchChromium : launchFirefox)(options);
  const page = await browser.newPage(origin);
  await page.waitFor(() => (globalThis as WithBench).bench !== undefined);
  return {
    async ask(worker, question) {
      await page.evaluate(
        (name, json) => (globalThis as WithBench).bench!.begin(name, json),
        worker,
        JSON.stringify(question),
      );
      const outcome = await until(
        `the answer of ${worker}`,
        () => page.evaluate(() => (globalThis as WithBench).bench!.outcome()),
        answerMs,
      );
      const { fault, ...result } = JSON.parse(outcome) as { answer: unknown; ms: number; fault?: string };
      if (fault !== undefined) throw new Error(`${worker}: ${fault}`);
      return result;
    },
    copied: async () =>
      void (await until('the copies of the weights', () =>
        page.evaluate(() => (globalThis as WithBench).bench!.copied()),
      )),
    close: () => browser.close(),
  };
}
