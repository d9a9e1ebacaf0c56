import { Hono, type Context } from 'hono';
import { idMaker } from '../lib/ulid.ts';
import { headers } from '../v1/headers.ts';
import { operationNames, operations, versionPrefix, writesContent, type OperationName } from '../v1/operations.ts';
import type { Call, Facts, ServiceParts } from './call.ts';
import { cursorsOf } from './cursor.ts';
import { readInput } from './input.ts';
import { maintain } from './maintain.ts';
import { handlers } from './operations/index.ts';
import { systemClock } from './ports/clock.ts';
import type { RateState } from './ports/store.ts';
import { authenticate, isOwnPage, type Principal } from './principal.ts';
import { invalid, notFound, Problem, problemOf, scopeMissing, tokenPaused } from './problem.ts';
import { runRecorded } from './recorded.ts';
import {
  dropAnonymousWindows,
  limitReached,
  requireWithinLimit,
  countAnonymousRequest,
  countTokenRequest,
  untouchedWindow,
} from './rate-limit.ts';
import { commonHeaders, refusal, reply } from './respond.ts';
import { feedsOf } from './search/feed.ts';
import { fingerprintCache } from './fingerprints.ts';
import { modelTurns } from './search/model-turns.ts';
import { transact } from './transaction.ts';
import { localOwner, type Vouched } from './vouched.ts';

/** The v1 Memory Service: one application for any transport. */
export interface Service {
  /**
   * Handles any request; errors become responses, so it never rejects. `vouched`: the facts that the host knows about
   * the sender.
   */
  fetch(request: Request, vouched: Vouched): Promise<Response>;
  /**
   * Returns the response to a request that the host itself refuses, such as one that isn't HTTP. Counts the request for
   * its sender and, beyond the limit, returns `rate_limited` instead. Never rejects.
   */
  refuse(problem: Problem, vouched: Vouched): Promise<Response>;
  /**
   * Deletes an owner's expired data. Returns false, without deleting anything, while the clock may be wrong. Call it at
   * start and once a day.
   */
  maintain(owner?: string): Promise<boolean>;
  /** Deletes the rate windows of inactive senders without a token. Call it at start and once a day. */
  forgetInactiveSenders(): Promise<void>;
}

interface Variables {
  now: number;
  rate: RateState;
  principal: Principal;
  facts: Facts;
}

interface Bindings extends Vouched {
  /**
   * The batch that the request is part of. With `principal`, the sender isn't authenticated again. That is safe, since
   * each write checks that the token is unchanged. `principal` is undefined for a web page's token, which an earlier
   * request of the batch may have paused. `body` is already parsed, since JSON.stringify can't write a body that is
   * nested too deeply.
   */
  batch?: { request: Request; principal: Principal | undefined; body: unknown };
}

type App = { Bindings: Bindings; Variables: Variables };

export function createService(given: Pick<ServiceParts, 'store' | 'keyword'> & Partial<ServiceParts>): Service {
  const parts: ServiceParts = {
    pageRates: given.store.rates,
    dropsTombstones: false,
    clock: systemClock,
    newId: idMaker(),
    report: () => {},
    onResponse: () => {},
    ...given,
  };
  const app = new Hono<App>();
  const shared = {
    parts,
    cursors: cursorsOf(parts.store),
    feedOf: feedsOf(parts.store),
    modelTurns: modelTurns(),
    fingerprintsOf: fingerprintCache(),
    dispatch: async (request: Request, bindings: Bindings) => app.fetch(request, bindings),
  };

  app.use(async (context, next) => {
    const now = parts.clock.now();
    context.set('now', now);
    context.set('rate', untouchedWindow(now));
    context.set('facts', { owner: undefined, operation: undefined });
    await next();
    parts.onResponse(context.req.raw, context.get('facts'));
  });
  app.use((context, next) => admit(context, parts, next));
  for (const name of operationNames) {
    const { method, path } = operations[name];
    app.on(method, versionPrefix + path, (context) => perform(name, context, shared));
  }
  app.notFound((context) => refusal(absent(context.req.path, context.req.method), commonHeaders(context.get('rate'))));
  app.onError((thrown, context) => {
    const problem = problemOf(thrown);
    if (problem !== thrown) parts.report(thrown, { request: context.env.batch?.request ?? context.req.raw });
    return refusal(problem, commonHeaders(context.get('rate')));
  });

  return {
    fetch: async (request, vouched) => app.fetch(request, vouched),
    refuse: async (problem, vouched) => {
      const now = parts.clock.now();
      const rate = await countAnonymousRequest(parts.store.rates, vouched, now).catch(() => untouchedWindow(now));
      return refusal(rate.allowed ? problem : limitReached(rate, now), commonHeaders(rate));
    },
    maintain: (owner = localOwner) => maintain(shared, owner),
    forgetInactiveSenders: () => dropAnonymousWindows(parts.store.rates, parts.clock.now()),
  };
}

/** Authenticate → origin → rate limit. Every request is counted before its path, query and body are checked. */
async function admit(
  context: Context<App>,
  { store, pageRates, clock }: ServiceParts,
  next: () => Promise<void>,
): Promise<void> {
  const now = context.get('now');
  try {
    const { batch } = context.env;
    const authorization = context.req.header('authorization');
    context.set('principal', batch?.principal ?? (await authenticate(store, authorization, context.env, now)));
  } catch (thrown) {
    context.set('rate', await countAnonymousRequest(store.rates, context.env, now));
    requireWithinLimit(context.get('rate'), clock.now());
    throw thrown;
  }
  const principal = context.get('principal');
  context.get('facts').owner = principal.owner;
  const rates = isOwnPage(principal) ? pageRates : store.rates;
  context.set('rate', await countTokenRequest(rates, principal, now));
  // The count is written to disk while the request runs.
  const persisted = rates.persisted();
  try {
    requireWithinLimit(context.get('rate'), clock.now());
    if (principal.paused) throw tokenPaused();
    requireReadable(context.req.raw);
    await next();
  } finally {
    await persisted;
  }
}

type Shared<N extends OperationName> = Pick<
  Call<N>,
  'parts' | 'cursors' | 'feedOf' | 'modelTurns' | 'fingerprintsOf'
> & {
  dispatch: (request: Request, bindings: Bindings) => Promise<Response>;
};

/** Scope → validate → the operation. */
async function perform<N extends OperationName>(
  name: N,
  context: Context<App>,
  { dispatch, ...shared }: Shared<N>,
): Promise<Response> {
  const principal = context.get('principal');
  if (context.env.batch !== undefined && !writesContent(name)) throw invalid('path', 'can’t be part of a batch');
  context.get('facts').operation = name;
  const { scope, status } = operations[name];
  if (scope !== null && !principal.scopes.includes(scope)) throw scopeMissing(scope);
  const input = await readInput(name, context.req.raw, context.req.param(), context.env.batch);
  const request = {
    ...shared,
    principal,
    input,
    vouched: context.env,
    rate: context.get('rate'),
    headers: context.req.raw.headers,
    signal: context.req.raw.signal,
    now: context.get('now'),
  };
  const call: Call<N> = {
    ...request,
    read: (work) => shared.parts.store.read(principal.owner, work),
    write: (work) => transact(name, request, work),
    carryOut: (other, body) => {
      const batch = { request: context.req.raw, principal: principal.origin === null ? principal : undefined, body };
      return dispatch(other, { ...context.env, batch });
    },
  };
  return reply(await runRecorded(name, call, handlers[name]), status, commonHeaders(request.rate));
}

/** The error for an unknown path, or for an unknown method of a known path. */
function absent(path: string, method: string): Problem {
  const known = operationNames.map((name) => operations[name]).filter((spec) => patternOf(spec.path).test(path));
  if (known.length === 0) return notFound();
  const allowed = [...new Set(known.map((spec) => spec.method))];
  const sentence = `${method} is not allowed here. Use ${new Intl.ListFormat('en', { type: 'disjunction' }).format(allowed)}.`;
  return new Problem('method_not_allowed', sentence, { headers: { [headers.allow]: allowed.join(', ') } });
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${versionPrefix}${path.replaceAll(/:\w+/g, '[^/]+')}$`);
}

/** @throws Problem `invalid_request` for a path that can't be decoded */
function requireReadable(request: Request): void {
  try {
    if (request.url.includes('%')) decodeURIComponent(new URL(request.url).pathname);
  } catch {
    throw invalid('path', 'must be properly encoded');
  }
}
