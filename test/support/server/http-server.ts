import { onTestFinished } from 'vitest';
import { keywordIndex } from '../../../src/search/keyword/keyword-index.ts';
import { createHttpApp, type HttpAppParts } from '../../../src/server/http/app.ts';
import { hostCheck } from '../../../src/server/http/hosts.ts';
import { httpLimits, type HttpLimits } from '../../../src/server/http/limits.ts';
import { createMetrics } from '../../../src/server/http/metrics.ts';
import { observer } from '../../../src/server/http/observe.ts';
import { createHttpServer } from '../../../src/server/http/server.ts';
import { createLog } from '../../../src/server/log.ts';
import { createSignInLinks, type SignInLinks } from '../../../src/server/sign-in-links.ts';
import { createService } from '../../../src/service/app.ts';
import type { Clock } from '../../../src/service/ports/clock.ts';
import type { Store } from '../../../src/service/ports/store.ts';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import type { Meaning } from '../../../src/service/search/meaning.ts';
import { administratorToken } from '../../../conformance/host.ts';
import { handleEnvelope } from '../../../src/service/envelope.ts';

interface TestHttpServerOptions extends Partial<
  Pick<HttpAppParts, 'allowedOrigins' | 'behindProxy' | 'metricsToken' | 'unready'>
> {
  limits?: Partial<HttpLimits>;
  store?: Store;
  meaning?: Meaning;
  clock?: Clock;
  /** The address that the server claims to be bound to. */
  host?: string;
  allowedHosts?: string[];
}

export interface TestHttpServer {
  port: number;
  /** Without `/v1`. */
  base: string;
  token: string;
  signInLinks: SignInLinks;
  /** The log entries, as JSON. */
  logged: string[];
  drain(): Promise<void>;
}

/** The HTTP server in this process, for one test, by default over an in-memory store. */
export async function testHttpServer({
  limits = {},
  store = inMemoryStore(),
  meaning,
  clock,
  host = '127.0.0.1',
  allowedHosts = [],
  ...appParts
}: TestHttpServerOptions = {}): Promise<TestHttpServer> {
  const logged: string[] = [];
  const log = createLog('info', { write: (line) => void logged.push(line) });
  const metrics = createMetrics();
  const watch = observer(log, metrics);
  const index = keywordIndex();
  const service = createService({
    store,
    keyword: () => index,
    ...(meaning && { meaning }),
    ...(clock && { clock }),
    onResponse: watch.onResponse,
    report: watch.report,
  });
  const token = await administratorToken((request) => handleEnvelope(service, request, { source: 'popup' }));
  const signInLinks = createSignInLinks(store, { now: () => Date.now() });
  const app = createHttpApp({
    service,
    signInLinks,
    observer: watch,
    metrics,
    page: () => undefined,
    allowedOrigins: [],
    behindProxy: false,
    unready: async () => undefined,
    metricsToken: undefined,
    ...appParts,
  });
  const server = createHttpServer({
    app,
    service,
    isAllowedHost: hostCheck(host, allowedHosts),
    behindProxy: appParts.behindProxy ?? false,
    limits: { ...httpLimits, drainMs: 500, ...limits },
    log,
  });
  const port = await server.listen(0, '127.0.0.1');
  let drained: Promise<void> | undefined;
  const drain = () => (drained ??= server.drain());
  onTestFinished(drain);
  return { port, base: `http://127.0.0.1:${port}`, token, signInLinks, logged, drain };
}
