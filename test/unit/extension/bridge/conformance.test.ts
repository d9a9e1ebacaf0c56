import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPageLink, type PageLink } from '../../../../src/client/page/link.ts';
import { pageScopes } from '../../../../src/v1/scopes.ts';
import { handleEnvelope } from '../../../../src/service/envelope.ts';
import { administratorToken, commonHostFields, type Host } from '../../../../conformance/host.ts';
import { runCase } from '../../../../conformance/run.ts';
import { bridgeIn, fakeWindow, shop, siteHost } from '../../../support/page-sites.ts';
import { casesForEntry } from '../../../support/sampled-cases.ts';
import { isForPages, pageConformance } from '../../../support/page-conformance.ts';

describe('v1 through the bridge', () => {
  let host: Host;
  let sentByPage: () => number;
  const page = fakeWindow();
  let link: PageLink;

  beforeAll(async () => {
    const site = siteHost();
    bridgeIn(page, site.access, async () => true);
    link = openPageLink(page, { onEnd: () => {} });
    await site.grant({ scopes: pageScopes, ownOnly: false, rateLimit: { requests: 1_000_000, seconds: 1 } });
    await site.log.setLimits(shop, { reads: 1_000_000, writes: 1_000_000 });
    const answer = await link.call({ connect: [...pageScopes] });
    if (!answer || !('secret' in answer)) throw new Error('no secret');
    const { service } = site;
    const administrator = await administratorToken((request) => handleEnvelope(service, request, { source: 'popup' }));
    const through = pageConformance({
      page: async (request) => {
        const reply = await link.call({ request });
        return reply && 'response' in reply ? reply.response : undefined;
      },
      secret: answer.secret,
      administrator,
      ownPage: (request) => handleEnvelope(service, request, { address: '192.0.2.1' }),
      bound: (request) => handleEnvelope(service, request, { grantOrigin: shop }),
    });
    sentByPage = through.sentByPage;
    host = {
      ...commonHostFields,
      name: 'a web page',
      transport: through.transport,
      token: administrator,
      source: null,
      meaning: false,
      clock: { now: site.clock.now, wait: async (ms) => site.clock.advance(ms / 1000) },
    };
  });

  afterAll(() => {
    link.close(new Error('The test is over.'));
    expect(sentByPage()).toBeGreaterThan(100);
  });

  it.each(
    casesForEntry('bridge')
      .filter(isForPages)
      .map((one) => [one.name, one] as const),
  )('%s', (_, one) => runCase(host, one));
});
