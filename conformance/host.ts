import type { Transport } from '../src/client/transport.ts';
import { ownPagesRateLimit } from '../src/v1/limits.ts';
import { scopeNames } from '../src/v1/scopes.ts';
import { check } from './expect.ts';
import { allExtensions, type Offers } from './offers.ts';

/** The time of a server under test, in Unix milliseconds. */
export interface HostClock {
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

/** For every server without a {@link skippingClock}. */
export const realClock: HostClock = {
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** A clock that skips waiting times. The server must run in this process and use the same clock. */
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

export interface Host {
  name: string;
  transport: Transport;
  /**
   * With `caseRate`: a token with every scope, limited to no collection, with a rate limit high enough for the run.
   * Without `caseRate`: the token's rights are unknown, and a case that needs a missing right is `not offered`.
   */
  token: string;
  /**
   * The page of our extension that sends the requests. The page becomes the source of every memory, and its requests
   * need no token. Null over any other transport, such as HTTP.
   */
  source: string | null;
  meaning: boolean;
  /** BCP 47 tags of the languages that the server's model knows. Empty if unknown. */
  languages: readonly string[];
  clock: HostClock;
  offers: Offers;
  /**
   * The rate limit of tokens that cases create. Without it, these tokens get the server's default, since `token` may
   * lack the right to grant more.
   */
  caseRate?: { requests: number; seconds: number };
}

export const commonHostFields = {
  clock: realClock,
  languages: [],
  offers: allExtensions,
  caseRate: ownPagesRateLimit,
} as const satisfies Partial<Host>;

/** Far more requests than a run makes. A token can't create a token with a higher rate than its own. */
const runRateLimit = { requests: 1_000_000, seconds: 1 };

/**
 * Creates the `token` of a {@link Host}. `ownPage`: the transport of a page of the extension, whose requests need no
 * token.
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
