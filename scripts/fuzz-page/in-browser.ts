import { readFileSync } from 'node:fs';
import { builtScript } from '../built-script.ts';
import { launchChromium, launchFirefox, type BrowserKind, type Page } from '../browsers/index.ts';
import { ask, extensionWithHarness } from '../harness/index.ts';
import { connectWithConsent, serveSite } from '../sites/index.ts';
import { rawPage } from '../sites/raw-page.ts';
import type { Outcome } from './page.ts';

const launch = { chromium: launchChromium, firefox: launchFirefox };

const messagesPerCall = 20_000;

export interface PageFuzz {
  browser: BrowserKind;
  seed: number;
  first: number;
  count: number;
  /** Called with the number of the next message. */
  onProgress?: (next: number) => void;
}

/**
 * Posts hostile messages from a page with read-only access. Returns the number of replies and the problems: wrong
 * replies, properties added to `Object.prototype`, changes to stored data, or a lost connection.
 */
export async function fuzzInBrowser({ browser: kind, seed, first, count, onProgress = () => {} }: PageFuzz): Promise<{
  replies: number;
  problems: string[];
}> {
  const browser = await launch[kind]({ extension: await extensionWithHarness(kind) });
  const site = await serveSite();
  try {
    const popup = await browser.newPage(browser.address('popup.html'));
    const page = await browser.newPage(site.origin);
    await connectWithConsent(browser, page, site.origin, ['memories:read']);
    await ask(popup, { kind: 'liftSiteLimits', origin: site.origin });
    const secret = await (await rawPage(page)).secret(['memories:read']);
    await page.evaluate(addScript, readFileSync(await pageScript(), 'utf8'));
    const before = await storedData(popup);
    const problems: string[] = [];
    let replies = 0;
    for (let next = first; next < first + count; next += messagesPerCall) {
      const outcome = await postInPage(page, seed, next, Math.min(messagesPerCall, first + count - next), secret);
      replies += outcome.replies;
      problems.push(...outcome.problems);
      onProgress(next + messagesPerCall);
      if (problems.length > 20) break;
    }
    const after = await storedData(popup);
    for (const [path, text] of Object.entries(before))
      if (after[path] !== text) problems.push(`${path} has changed: ${text} is now ${after[path]}`);
    const headers = { authorization: `Bearer ${secret}` };
    const last = await (await rawPage(page)).request({ commonplace: 1, method: 'GET', path: '/v1/usage', headers });
    if (last?.status !== 200 && last?.status !== 429) problems.push('The page is no longer connected.');
    return { replies, problems };
  } finally {
    await browser.close();
    await site.close();
  }
}

async function postInPage(page: Page, seed: number, first: number, count: number, secret: string): Promise<Outcome> {
  await page.evaluate(
    (...args) => {
      const world = window as unknown as { fuzz: { post(...args: unknown[]): Promise<object> }; outcome?: object };
      delete world.outcome;
      void world.fuzz.post(...args).then((outcome) => (world.outcome = outcome));
    },
    seed,
    first,
    count,
    secret,
  );
  for (;;) {
    const outcome = await page.evaluate(() => (window as unknown as { outcome?: Outcome }).outcome);
    if (outcome) return outcome;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const pageScript = () =>
  builtScript({
    name: 'fuzz-page',
    inputs: [import.meta.dirname, 'scripts/random.ts'],
    lib: { entry: `${import.meta.dirname}/page.ts`, formats: ['iife'], name: 'fuzz' },
  });

/** Runs in the page: adds the script that posts messages, as the global `fuzz`. */
function addScript(text: string): void {
  const element = document.createElement('script');
  // The script declares its global as a constant, which isn't a property of `window`.
  element.textContent = `${text}\nwindow.fuzz = fuzz;`;
  document.head.append(element);
}

/**
 * All data that a page might have changed, as text. Omits the times at which tokens were last used, which always
 * change.
 */
async function storedData(popup: Page): Promise<Record<string, string>> {
  const paths = [
    '/v1/memories?limit=100',
    '/v1/memories?limit=100&deleted=true',
    '/v1/collections',
    '/v1/tokens',
    '/v1/tags',
  ];
  const envelopes = paths.map((path) => ({ commonplace: 1, method: 'GET', path, headers: {} }) as const);
  const answers = await ask(popup, { kind: 'requests', envelopes });
  return Object.fromEntries(
    answers.map(({ body = '' }, index) => [
      paths[index]!,
      body.replaceAll(/"lastUsedAt":(?:null|"[^"]*")/g, '"lastUsedAt":null'),
    ]),
  );
}
