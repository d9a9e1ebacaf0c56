import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  launchChromium,
  temporaryFolder,
  until,
  type ChromiumBrowser,
  type Page,
} from '../../scripts/browsers/index.ts';
import { ask, extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough, textsTagged } from '../../scripts/harness/client.ts';
import { connectWithConsent, serveSite } from '../../scripts/sites/index.ts';
import { rawPage } from '../../scripts/sites/raw-page.ts';
import { longProofMs, report, sized } from '../support/rounds.ts';

const tabCount = sized(64, 4);
const kills = sized(20, 6);
/** At least this many calls get a response between two kills. */
const callsPerKill = sized(320, 20);
/** The rate limit, in requests per day. A day is much longer than the test, so the window rarely ends during it. */
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

/** Makes a page prepared by {@link rawPage} send one call after another, endlessly, and count their outcomes. */
const startCalls = (tab: Page, secret: string, kind: 'list' | 'save') =>
  tab.evaluate(
    (token, verb) => {
      const world = window as unknown as {
        callBridge(call: object): Promise<{ answer?: { response?: { status: number; body?: string } } }>;
        counts: Record<'answered' | 'limited' | 'killed', number> & { others: number[] };
        saved: string[];
      };
      world.counts = { answered: 0, limited: 0, killed: 0, others: [] };
      world.saved = [];
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const run = async () => {
        for (let call = 0; ; call++) {
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
          else if (status === (verb === 'list' ? 200 : 201)) world.counts.answered++;
          else world.counts.others.push(status);
          if (status === 201) world.saved.push(content);
        }
      };
      void run();
    },
    secret,
    kind,
  );

interface Counts {
  answered: number;
  limited: number;
  /** Calls without a response. They may or may not count against the limit. */
  killed: number;
  others: number[];
}

const countsIn = (tab: Page): Promise<Counts> => tab.evaluate(() => (window as unknown as { counts: Counts }).counts);

/** Sets the rate limit of the site's only grant, in requests per day. */
async function setRate(requests: number): Promise<void> {
  const client = clientThrough(own);
  const [grant] = (await client.tokens.list({ origin: site.origin })).tokens;
  await client.tokens.update(grant!.id, { rateLimit: { requests, seconds: 86_400 } });
}

test(
  'the tabs of a site together stay within the rate limit while parts of the extension are killed',
  { timeout: longProofMs },
  async () => {
    await setRate(limit);
    const tabs: Page[] = [];
    for (let count = 0; count < tabCount; count++) tabs.push(await browser.newPage(site.origin));
    const raws = await Promise.all(tabs.map((tab) => rawPage(tab)));
    const secret = await raws[0]!.secret(['memories:read']);
    const victims = [browser.terminateEngine, browser.stopBackground, browser.closeOffscreen];
    let counts: Counts[] = [];
    const sum = (name: 'answered' | 'limited' | 'killed') => counts.reduce((total, one) => total + one[name], 0);
    await Promise.all(tabs.map((tab) => startCalls(tab, secret, 'list')));
    for (let killed = 0; killed <= kills; killed++) {
      const before = sum('answered') + sum('limited');
      await until(`responses after ${killed} kills`, async () => {
        counts = await Promise.all(tabs.map(countsIn));
        return sum('answered') + sum('limited') >= before + callsPerKill;
      });
      if (killed < kills) await victims[killed % victims.length]!();
    }
    report(
      `${tabCount} tabs, ${kills} kills: ${sum('answered')} answered, ${sum('limited')} over the limit, ${sum('killed')} killed`,
    );
    expect(counts.flatMap(({ others }) => others)).toEqual([]);
    expect(sum('killed')).toBeGreaterThan(0);
    expect(sum('limited')).toBeGreaterThan(0);
    expect(sum('answered')).toBeGreaterThan(0);
    expect(sum('answered')).toBeLessThanOrEqual(limit);
    expect(sum('answered') + sum('killed')).toBeGreaterThanOrEqual(limit);
    for (const tab of tabs) await tab.close();
  },
);

test('every save acknowledged to a web page survives a kill of the browser', { timeout: longProofMs }, async () => {
  await setRate(1_000_000);
  const raw = await rawPage(page);
  await startCalls(page, await raw.secret(['memories:write']), 'save');
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
