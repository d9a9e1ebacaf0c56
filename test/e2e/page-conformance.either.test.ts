import { model } from '../../src/embed/bundled/model.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestEnvelope, ResponseEnvelope } from '../../src/v1/envelope.ts';
import { pageScopes } from '../../src/v1/scopes.ts';
import { administratorToken, commonHostFields, type Host } from '../../conformance/host.ts';
import { runCase } from '../../conformance/run.ts';
import { browserKind, launchBrowser, type ExtensionBrowser } from '../../scripts/browsers/index.ts';
import { ask, extensionWithHarness } from '../../scripts/harness/index.ts';
import { isForOneToken, pageConformance } from '../support/page-conformance.ts';
import { rawPage } from '../../scripts/sites/raw-page.ts';
import { casesForEntry, casesForSecondDatabase } from '../support/sampled-cases.ts';
import { runsAll } from '../support/rounds.ts';
import { connectWithConsent, serveSite } from '../../scripts/sites/index.ts';

const allMs = 600_000;

/**
 * The conformance cases that can pass from a web page. The page sends the requests that have no token. It also sends
 * those requests with the run's own token that a page's token allows. A page of the extension sends all others. In
 * `npm test`, this file runs only a sample. `test/unit/extension/bridge/conformance.test.ts` sends a case for each
 * claim, without a browser.
 */
describe('v1 from a web page', () => {
  const entry = `page ${browserKind()}`;
  // In `npm test`, only Chromium runs all `hidden:` cases: it is faster, and the service is the same in both browsers.
  const always = browserKind() === 'chromium' ? 'hidden:' : '';
  const sampled = (runsAll ? casesForEntry(entry) : casesForSecondDatabase(entry, always)).filter(isForOneToken);
  const cases = runsAll || browserKind() === 'chromium' ? sampled : sampled.slice(0, 8);
  let browser: ExtensionBrowser;
  let site: Awaited<ReturnType<typeof serveSite>>;
  let host: Host;
  let sentByPage = () => 0;

  beforeAll(async () => {
    browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()) });
    site = await serveSite();
    const page = await browser.newPage(site.origin);
    await connectWithConsent(browser, page, site.origin, [...pageScopes]);
    const own = await browser.newPage(browser.address('popup.html'));
    const ownPage = (envelope: RequestEnvelope): Promise<ResponseEnvelope> => ask(own, { kind: 'request', envelope });
    const raw = await rawPage(page);
    const secret = await raw.secret([...pageScopes]);
    const administrator = await administratorToken(ownPage);
    await allowEverything(ownPage, site.origin);
    await ask(own, { kind: 'liftSiteLimits', origin: site.origin });
    const through = pageConformance({ page: raw.request, secret, administrator, ownPage });
    sentByPage = through.sentByPage;
    host = {
      ...commonHostFields,
      name: 'a web page',
      transport: through.transport,
      token: administrator,
      source: null,
      meaning: true,
      languages: model.languages,
    };
  }, allMs);

  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test.each(cases.map((one) => [one.name, one] as const))('%s', { timeout: allMs }, (_, one) => runCase(host, one));

  test('the page sent more requests than there are cases', () => expect(sentByPage()).toBeGreaterThan(cases.length));
});

async function allowEverything(
  ownPage: (envelope: RequestEnvelope) => Promise<ResponseEnvelope>,
  origin: string,
): Promise<void> {
  const send = (method: string, path: string, body?: object) =>
    ownPage({
      commonplace: 1,
      method,
      path,
      headers: body ? { 'content-type': 'application/json' } : {},
      ...(body && { body: JSON.stringify(body) }),
    });
  const { body = '' } = await send('GET', `/v1/tokens?origin=${encodeURIComponent(origin)}`);
  const [grant] = (JSON.parse(body) as { tokens: { id: string }[] }).tokens;
  const rateLimit = { requests: 1_000_000, seconds: 1 };
  const answer = await send('PATCH', `/v1/tokens/${grant!.id}`, { ownOnly: false, rateLimit, expiresAt: null });
  expect(answer.status).toBe(200);
}
