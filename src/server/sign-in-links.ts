import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { sha256 } from '../lib/hash.ts';
import { idMaker } from '../lib/ulid.ts';
import { newToken } from '../service/issue-token.ts';
import { localOwner, type Store } from '../service/ports/store.ts';
import { ownPagesRateLimit } from '../v1/limits.ts';
import { scopeNames } from '../v1/scopes.ts';

/** How long a link works, in minutes. */
export const linkMinutes = 10;

/** How long a sign-in by link lasts without “Keep me signed in”. */
const sessionMs = 24 * 3_600_000;

export const signInBody = z.strictObject({ code: z.string().min(1).max(64), keep: z.boolean() });

/** Codes for links. Each code signs one browser in, once. */
export interface SignInLinks {
  /**
   * Returns a new code for the fragment of a link. Browsers send no fragments, so no request has the code in its
   * address.
   */
  issue(): string;
  /**
   * Exchanges a code for a token of the user `me`; undefined if the code is unknown, used or too old. With `keep`, the
   * token doesn't expire.
   */
  exchange(code: string, keep: boolean): Promise<string | undefined>;
}

/** Stores only hashes of the codes, in this process's memory. */
export function createSignInLinks(store: Store, clock: { now(): number }): SignInLinks {
  /** When each code expires, by its hash. Unix milliseconds. */
  const expiries = new Map<string, number>();
  return {
    issue() {
      const code = randomBytes(16).toString('base64url');
      expiries.set(sha256(code), clock.now() + linkMinutes * 60_000);
      return code;
    },

    async exchange(code, keep) {
      const key = sha256(code);
      const expiry = expiries.get(key);
      expiries.delete(key);
      const now = clock.now();
      if (expiry === undefined || now >= expiry) return undefined;
      const grant = {
        name: 'browser',
        scopes: [...scopeNames],
        collections: null,
        origin: null,
        rateLimit: ownPagesRateLimit,
        expiresAt: keep ? null : new Date(now + sessionMs).toISOString(),
        ancestors: [],
        session: true,
      };
      const { row, secret } = newToken(grant, idMaker(), now);
      await store.write(localOwner, (writer) => writer.putToken(row));
      return secret;
    },
  };
}
