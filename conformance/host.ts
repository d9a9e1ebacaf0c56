import type { Transport } from '../src/client/transport.ts';
import { ownPagesRateLimit } from '../src/v1/limits.ts';
import { scopeNames } from '../src/v1/scopes.ts';
import { check } from './expect.ts';
import { allExtensions, type Offers } from './offers.ts';

/** The time of a server under test, in Unix milliseconds. */
export interface HostClock {
  now(): number;
  /** Resolves after this much time on this clock. */
  wait(milliseconds: number): Promise<void>;
}

/** This process's clock, for every server that has no {@link skippingClock}. */
export const realClock: HostClock = {
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** A clock that skips waiting time, for a server in this process that uses it too. */
export function skippingClock(): HostClock {
  let skipped = 0;
  return {
    now: () => Date.now() + skipped,
    wait: (milliseconds) => {
      skipped += Math.max(0, milliseconds);
      return new Promise((resolve) => setTimeout(resolve));
    },
  };
}

/** A v1 server under test. */
export interface Host {
  name: string;
  transport: Transport;
  /**
   * With `caseRate`: a token with every scope, limited to no collection, with a rate limit high enough for the run.
   * Without it, the token's rights are unknown: a case that needs a missing right is `not offered`.
   */
  token: string;
  /**
   * The page of our extension that sends the requests, vouched for by the transport. It becomes the source of every
   * memory, and its requests need no token. Null over any other transport, such as HTTP.
   */
  source: string | null;
  /** Whether the server has a model to search by meaning. */
  meaning: boolean;
  /** BCP 47 tags of the languages that the server's model knows; empty if they are unknown. */
  languages: readonly string[];
  clock: HostClock;
  /** The extensions that the server offers beyond the source document, the short specification that v1 extends. */
  offers: Offers;
  /**
   * The rate limit of tokens that cases create. If absent, they get the server's default, since `token` may not have
   * the right to grant more.
   */
  caseRate?: { requests: number; seconds: number };
}

/** The fields that most {@link Host}s of our own servers have in common. */
export const commonHostFields = {
  clock: realClock,
  languages: [],
  offers: allExtensions,
  caseRate: ownPagesRateLimit,
} as const satisfies Partial<Host>;

/**
 * Far more requests than a run makes, in the shortest window. A token can't create a token with a higher rate than its
 * own, so the run's token needs a rate that no case exceeds.
 */
const runRateLimit = { requests: 1_000_000, seconds: 1 };

/**
 * Creates the `token` of a {@link Host}. `ownPage`: a transport that vouches for a page of the extension, so it needs
 * no token.
 */
export async function administratorToken(ownPage: Transport): Promise<string> {
  const answer = await ownPage({
    commonplace: 1,
    method: 'POST',
    path: '/v1/tokens',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'conformance', scopes: scopeNames, rateLimit: runRateLimit }),
  });
  check(answer.status === 201, `no token for the run: ${answer.status} ${answer.body ?? ''}`);
  return (JSON.parse(answer.body ?? '') as { token: string }).token;
}
