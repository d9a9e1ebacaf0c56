import type { Transport } from '../../src/client/transport.ts';
import { ownPagesRateLimit } from '../../src/v1/limits.ts';
import { scopeNames } from '../../src/v1/scopes.ts';
import { check } from './expect.ts';

/** A v1 server under test. */
export interface Host {
  name: string;
  transport: Transport;
  /** A token with every scope, limited to no collection, with a rate limit high enough for the run. */
  token: string;
  /** Whether a request without a token is one without rights. False where the transport vouches for its caller. */
  anonymous: boolean;
  /** Whether the server has a model, so that it searches by meaning. */
  meaning: boolean;
}

/** Asks, over a transport that vouches for a page of our own, for a token that a {@link Host} can use. */
export async function administratorToken(ownPage: Transport): Promise<string> {
  const answer = await ownPage({
    commonplace: 1,
    method: 'POST',
    path: '/v1/tokens',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'conformance', scopes: scopeNames, rateLimit: ownPagesRateLimit }),
  });
  check(answer.status === 201, `no token for the run: ${answer.status} ${answer.body ?? ''}`);
  return (JSON.parse(answer.body ?? '') as { token: string }).token;
}
