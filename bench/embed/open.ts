import { resolve } from 'node:path';
import { launchChromium, launchFirefox, until, type BrowserKind } from '../../scripts/browsers/index.ts';
import type { Bench } from './page.ts';
import type { Question } from './protocol.ts';

type WithBench = typeof globalThis & { bench?: Bench };

/** The bench's page in a browser process of its own. */
export interface BenchPage {
  /** `ms`: from the asking, and so from the start of a worker that was not yet there, to the answer. */
  ask(worker: string, question: Question): Promise<{ answer: unknown; ms: number }>;
  /** Resolves when the browser keeps a copy of the weights. */
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
        (name, asked) => (globalThis as WithBench).bench!.begin(name, asked),
        worker,
        JSON.stringify(question),
      );
      const outcome = await until(
        `the answer of ${worker}`,
        () => page.evaluate(() => (globalThis as WithBench).bench!.outcome()),
        answerMs,
      );
      const { fault, ...given } = JSON.parse(outcome) as { answer: unknown; ms: number; fault?: string };
      if (fault !== undefined) throw new Error(`${worker}: ${fault}`);
      return given;
    },
    copied: async () =>
      void (await until('the copy of the weights', () =>
        page.evaluate(() => (globalThis as WithBench).bench!.copied()),
      )),
    close: () => browser.close(),
  };
}
