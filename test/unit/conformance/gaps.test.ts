import { describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/client/transport.ts';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { Context } from '../../../conformance/context.ts';
import { offersIn } from '../../../conformance/offers.ts';
import { runCatalogue } from '../../../conformance/run-catalogue.ts';
import { Run } from '../../../conformance/run.ts';
import { inProcessHost } from './host.ts';

describe('a server that lacks extensions', () => {
  it.each([
    'v=1',
    'v=1, delete, usage, tokens, collections-edit',
    'v=1, etag, idempotency-key, filters, tags, like, import',
  ])('makes no case fail if it offers only “%s”; cases that need more count as not offered', async (header) => {
    const host = await inProcessHost('less', inMemoryStore());
    const offers = offersIn(header);
    const transport: Transport = async (request) => {
      const answer = await host.transport(request);
      return { ...answer, headers: { ...answer.headers, 'memory-extensions': header } };
    };
    const { results, undeleted } = await runCatalogue({ ...host, transport, offers });
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(results.filter(({ status }) => status === 'not offered').length).toBeGreaterThan(20);
    expect(results.filter(({ name, status }) => name.startsWith('source:') && status !== 'passed')).toEqual([]);
    expect(undeleted.length > 0).toBe(!(offers?.has('delete') && offers.has('collections-edit')));
  });
});

describe('a token with fewer rights', () => {
  it.each([
    [['memories:read', 'memories:write', 'collections:read', 'collections:write']],
    [['memories:read', 'collections:read']],
  ] as const)('makes no case fail if its scopes are %j; cases that need more count as not offered', async (scopes) => {
    const { caseRate: _, ...host } = await inProcessHost('correct', inMemoryStore());
    const { token } = await new Context(new Run(host)).createToken({
      scopes: [...scopes],
      rateLimit: { requests: 1_000_000, seconds: 1 },
    });
    const { results } = await runCatalogue({ ...host, token: token ?? '' });
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(results.filter(({ status }) => status === 'not offered').length).toBeGreaterThan(50);
  });
});
