import { ownClient, type Client } from '../../client/index.ts';
import type { NumberedPageCall, PageAnswer } from '../../client/page/protocol.ts';
import type { Ask } from '../../client/transports/caller.ts';
import type { Vouched } from '../../service/vouched.ts';
import { orAborted, pause } from '../../lib/timing.ts';
import type { RequestEnvelope } from '../../v1/envelope.ts';
import type { PageScope } from '../../v1/scopes.ts';
import type { Token } from '../../client/contract.ts';
import type { VouchedQuestion } from '../engine/serve.ts';

/** How often a site may connect in a minute. Each connection writes a new secret to the disk. */
export const connectsPerMinute = 60;

/**
 * How often the grant of a site may be looked up in a minute. Each look-up counts towards the rate limit of the
 * extension's own pages.
 */
const lookUpsPerMinute = 240;

const minuteMs = 60_000;

/** `silent`: the page gets no answer. */
export type SiteAnswer = PageAnswer | { silent: true };

const silent = { silent: true } as const;

/** Carries out a page's call. `origin`: the page's origin, as reported by the browser. */
export type PageAccess = (origin: string, call: NumberedPageCall, signal: AbortSignal) => Promise<SiteAnswer>;

/** A client with the rights of the extension's own pages. `vouched`: more facts to vouch for in its requests. */
export const clientThrough = (ask: Ask<VouchedQuestion>, vouched: Vouched = {}): Client =>
  ownClient((request, options) => ask({ request, vouched: { ...vouched, source: 'library' } }, options));

/** The grant of a site: the token bound to its origin. */
export async function grantOf(client: Client, origin: string): Promise<Token | undefined> {
  return (await client.tokens.list({ origin, limit: 1 })).tokens[0];
}

export const isExpired = ({ expiresAt }: Pick<Token, 'expiresAt'>, now: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now;

const dayMs = 24 * 60 * minuteMs;

/**
 * The end of a grant that ends soon: within a day, or within a tenth of its duration if that is less than a day. The
 * site may then ask for a renewal. Undefined if the grant doesn't end soon or has ended.
 */
export function endsSoon({ createdAt, expiresAt }: Pick<Token, 'createdAt' | 'expiresAt'>, now: number) {
  if (expiresAt === null) return undefined;
  const end = Date.parse(expiresAt);
  const soonMs = Math.min(dayMs, (end - Date.parse(createdAt)) / 10);
  return now < end && end - now < soonMs ? expiresAt : undefined;
}

/** @param wait resolves after the given number of milliseconds */
export function pageAccess(ask: Ask<VouchedQuestion>, now: () => number = Date.now, wait = pause): PageAccess {
  const client = clientThrough(ask);
  const mayConnect = perMinute(connectsPerMinute, now);
  const mayLookUp = perMinute(lookUpsPerMinute, now);

  /** Delays a call of a site that calls too often. Doesn't drop the call, since the page would then wait forever. */
  async function waitForTurn(may: PerMinute, origin: string, signal: AbortSignal): Promise<void> {
    while (!may(origin)) await orAborted(wait(minuteMs), signal);
  }

  async function connect(origin: string, scopes: PageScope[], signal: AbortSignal): Promise<SiteAnswer> {
    await waitForTurn(mayLookUp, origin, signal);
    const grant = await grantOf(client, origin);
    // The popup asks the user for the missing scopes; the page gets no answer until the user decides.
    if (!grant || isExpired(grant, now()) || !scopes.every((scope) => grant.scopes.includes(scope))) return silent;
    if (grant.paused) return { ended: 'paused' };
    await waitForTurn(mayConnect, origin, signal);
    return { secret: (await client.tokens.createSecret(grant.id)).token ?? '' };
  }

  async function connected(origin: string): Promise<SiteAnswer> {
    if (!mayLookUp(origin)) return silent;
    const grant = await grantOf(client, origin);
    return grant && !isExpired(grant, now()) ? { connected: true } : silent;
  }

  async function request(origin: string, envelope: RequestEnvelope, signal: AbortSignal): Promise<SiteAnswer> {
    const response = await ask({ request: envelope, vouched: { origin } }, { signal });
    if (response.status !== 401 || !mayLookUp(origin)) return { response };
    const grant = await grantOf(client, origin);
    if (grant && !isExpired(grant, now())) return { response };
    return { response, ended: grant ? 'expired' : 'revoked' };
  }

  return (origin, call, signal) => {
    if ('connect' in call) return connect(origin, call.connect, signal);
    if ('connected' in call) return connected(origin);
    return request(origin, call.request, signal);
  };
}

/** Counts an action of a site; returns whether this minute's limit allows that action. */
type PerMinute = (origin: string) => boolean;

function perMinute(limit: number, now: () => number): PerMinute {
  const windows = new Map<string, { since: number; count: number }>();
  return (origin) => {
    const before = windows.get(origin);
    const window = before && now() - before.since < minuteMs ? before : { since: now(), count: 0 };
    windows.set(origin, { ...window, count: window.count + 1 });
    return window.count < limit;
  };
}
