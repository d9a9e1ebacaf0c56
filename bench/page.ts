import { parseArgs } from 'node:util';
import { launchChromium, type Page } from '../scripts/browsers/index.ts';
import { ask } from '../scripts/harness/index.ts';
import { clientThrough } from '../scripts/harness/client.ts';
import { rawPage } from '../scripts/sites/raw-page.ts';
import { connectWithConsent, serveSite } from '../scripts/sites/index.ts';
import { buildForBench } from './chromium/extension.ts';
import { recordPageFigures, roundTripLimits, type PageFigures } from './page/recorded.ts';

// `npm run bench:page -- [--calls 100] [--keep]`
// --calls: calls per block. --keep: records the figures for docs/performance.md.
const { values } = parseArgs({ options: { keep: { type: 'boolean' }, calls: { type: 'string', default: '100' } } });
const callsPerBlock = Number(values.calls);
const blocks = 10;

const path = '/v1/memories?limit=1';
const warmUp = 50;

/**
 * Measures the round trips of calls from a web page, from the popup's page, and from the popup's page with a token. The
 * kinds alternate in blocks, so that other load on the machine affects all alike.
 */
const browser = await launchChromium({ extension: await buildForBench() });
const site = await serveSite();
try {
  const page = await browser.newPage(site.origin);
  await connectWithConsent(browser, page, site.origin, ['memories:read']);
  const popup = await browser.newPage(browser.address('popup.html'));
  const client = clientThrough(popup);
  const [grant] = (await client.tokens.list({ origin: site.origin })).tokens;
  await client.tokens.update(grant!.id, { rateLimit: { requests: 1_000_000, seconds: 1 } });
  await ask(popup, { kind: 'liftSiteLimits', origin: site.origin });
  await client.memories.create({ content: 'A memory to list.' });
  // Calls the bridge (our content script in the page) directly, so that the client's own time isn't measured.
  const raw = await rawPage(page);
  const secret = await raw.secret(['memories:read']);

  const { token: unboundToken } = await client.tokens.create({
    name: 'bench',
    scopes: ['memories:read'],
    rateLimit: { requests: 1_000_000, seconds: 1 },
  });

  const timesInPopup = (headers: Record<string, string>, count: number) =>
    ask(popup, { kind: 'roundTrips', envelope: { commonplace: 1, method: 'GET', path, headers }, count }, 60_000);
  const measure = {
    page: (count: number) => timesInPage(page, path, secret, count),
    own: (count: number) => timesInPopup({}, count),
    ownWithToken: (count: number) => timesInPopup({ authorization: `Bearer ${unboundToken}` }, count),
  };
  const times: Record<keyof typeof measure, number[]> = { page: [], own: [], ownWithToken: [] };
  const sides = ['page', 'own', 'ownWithToken'] as const;
  for (let block = -1; block < blocks; block++)
    for (const side of sides) {
      // The browser gives hidden pages less CPU time.
      await (side === 'page' ? page : popup).bringToFront();
      const measured = await measure[side](block < 0 ? warmUp : callsPerBlock);
      if (block >= 0) times[side].push(...measured);
    }

  const figures: PageFigures = {
    calls: callsPerBlock * blocks,
    page: quantilesOf(times.page),
    own: quantilesOf(times.own),
    ownWithToken: quantilesOf(times.ownWithToken),
  };
  const over = { p50: figures.page.p50 - figures.own.p50, p95: figures.page.p95 - figures.own.p95 };
  const textOf = ({ p50, p95 }: typeof over) => `${p50.toFixed(2)} ms at p50, ${p95.toFixed(2)} ms at p95`;
  for (const side of sides) console.log(`${side}: ${textOf(figures[side])}`);
  console.log(`a web page's call takes longer by: ${textOf(over)} (limits: ${textOf(roundTripLimits)})`);
  if (values.keep) recordPageFigures(figures);
  if (over.p50 > roundTripLimits.p50 || over.p95 > roundTripLimits.p95) process.exitCode = 1;
} finally {
  await browser.close();
  await site.close();
}

function timesInPage(tab: Page, path: string, token: string, count: number): Promise<number[]> {
  return tab.evaluate(
    async (url, bearer, calls) => {
      const { callBridge } = window as unknown as { callBridge(call: object): Promise<unknown> };
      const measured: number[] = [];
      for (let call = 0; call < calls; call++) {
        const begun = performance.now();
        await callBridge({
          request: { commonplace: 1, method: 'GET', path: url, headers: { authorization: `Bearer ${bearer}` } },
        });
        measured.push(performance.now() - begun);
      }
      return measured;
    },
    path,
    token,
    count,
  );
}

function quantilesOf(all: number[]): { p50: number; p95: number } {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!;
  return { p50: at(0.5), p95: at(0.95) };
}
