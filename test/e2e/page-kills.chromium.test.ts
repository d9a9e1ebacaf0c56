import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, temporaryFolder, type ChromiumBrowser, type Page } from '../../scripts/browsers/index.ts';
import { ask, extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough, textsTagged } from '../../scripts/harness/client.ts';
import { connectWithConsent, serveSite } from '../../scripts/sites/index.ts';
import { rawPage } from '../../scripts/sites/raw-page.ts';
import { longProofMs, report, sized } from '../support/rounds.ts';

const tabCount = sized(64, 4);
const callsEach = sized(100, 25);
/** The number of requests in a rate window that doesn't end during the test. */
const limit = sized(3_000, 60);

const profile = temporaryFolder('page-kills');
let extension: string;
let browser: ChromiumBrowser;
let site: Awaited<ReturnType<typeof serveSite>>;
let page: Page;
let own: Page;

beforeAll(async () => {
  extension = await extensionWithHarness('chromium');
  browser = await launchChromium({ extension, profile });
  site = await serveSite();
  page = await browser.newPage(site.origin);
  await connectWithConsent(browser, page, site.origin, ['memories:read', 'memories:write']);
  own = await browser.newPage(browser.address('popup.html'));
  await ask(own, { kind: 'liftSiteLimits', origin: site.origin });
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Starts calls one after the other in a page prepared by {@link rawPage}, and counts their outcomes. */
const startCalls = (tab: Page, secret: string, calls: number, kind: 'list' | 'save') =>
  tab.evaluate(
    (token, count, verb) => {
      const world = window as unknown as {
        callBridge(call: object): Promise<{ answer?: { response?: { status: number; body?: string } } }>;
        counts: Record<'answered' | 'limited' | 'killed' | 'done', number>;
        saved: string[];
      };
      world.counts = { answered: 0, limited: 0, killed: 0, done: 0 };
      world.saved = [];
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const run = async () => {
        for (let call = 0; call < count; call++) {
          const content = `page ${call}`;
          const request =
            verb === 'list'
              ? { commonplace: 1, method: 'GET', path: '/v1/memories?limit=1', headers }
              : {
                  commonplace: 1,
                  method: 'POST',
                  path: '/v1/memories',
                  headers,
                  body: JSON.stringify({ content, tags: ['kept'] }),
                };
          const status = (await world.callBridge({ request })).answer?.response?.status;
          if (status === undefined) world.counts.killed++;
          else if (status === 429) world.counts.limited++;
          else world.counts.answered++;
          if (status === 201) world.saved.push(content);
        }
        world.counts.done = 1;
      };
      void run();
    },
    secret,
    calls,
    kind,
  );

interface Counts {
  answered: number;
  limited: number;
  killed: number;
  done: number;
}

const countsIn = (tab: Page): Promise<Counts> => tab.evaluate(() => (window as unknown as { counts: Counts }).counts);

/** Sets the rate limit of the only grant. */
async function setRate(requests: number): Promise<void> {
  const client = clientThrough(own);
  const [grant] = (await client.tokens.list({ origin: site.origin })).tokens;
  await client.tokens.update(grant!.id, { rateLimit: { requests, seconds: 86_400 } });
}

test(
  'all tabs of a site together get at most as many answers as the rate limit allows, whatever is killed',
  { timeout: longProofMs },
  async () => {
    await setRate(limit);
    const tabs: Page[] = [];
    for (let count = 0; count < tabCount; count++) tabs.push(await browser.newPage(site.origin));
    const raws = await Promise.all(tabs.map((tab) => rawPage(tab)));
    const secret = await raws[0]!.secret(['memories:read']);
    for (const tab of tabs) await startCalls(tab, secret, callsEach, 'list');
    const kills = [browser.terminateEngine, browser.stopBackground, browser.closeOffscreen];
    let killed = 0;
    let counts: Counts[];
    do {
      await kills[killed++ % kills.length]!();
      counts = await Promise.all(tabs.map(countsIn));
    } while (counts.some(({ done }) => done === 0));
    const sum = (name: keyof Counts) => counts.reduce((total, one) => total + one[name], 0);
    report(
      `${tabCount} tabs, ${killed} kills: ${sum('answered')} answered, ${sum('limited')} over the limit, ${sum('killed')} killed`,
    );
    expect(sum('answered') + sum('limited') + sum('killed')).toBe(tabCount * callsEach);
    expect(sum('answered')).toBeLessThanOrEqual(limit);
    for (const tab of tabs) await tab.close();
  },
);

test('every acknowledged save of a page survives a kill of the browser', { timeout: longProofMs }, async () => {
  await setRate(1_000_000);
  const raw = await rawPage(page);
  await startCalls(page, await raw.secret(['memories:write']), 100_000, 'save');
  await page.waitFor((least) => (window as unknown as { saved: string[] }).saved.length >= least, sized(500, 40));
  const saved = await page.evaluate(() => (window as unknown as { saved: string[] }).saved);
  await browser.kill();
  browser = await launchChromium({ extension, profile });
  own = await browser.newPage(browser.address('popup.html'));
  await ask(own, { kind: 'engineState' });
  const kept = new Set(await textsTagged(clientThrough(own), 'kept'));
  expect(saved.filter((content) => !kept.has(content))).toEqual([]);
  report(`${saved.length} saves of a page acknowledged before a kill, all kept`);
});
