import { Hono, type Context } from 'hono';
import type { IncomingMessage } from 'node:http';
import { constantTimeEqual, sha256 } from '../../lib/hash.ts';
import { bearerOf } from '../../service/principal.ts';
import { forbidden, unauthorized } from '../../service/problem.ts';
import { openApiDocument } from '../../v1/openapi.ts';
import type { HttpApp } from './app.ts';
import { hostCheck, isLoopback } from './hosts.ts';
import type { Metrics } from './metrics.ts';

export interface OwnRouteParts {
  /** Returns a sentence that explains why no request can be served now; undefined if requests can be served. */
  unready: () => Promise<string | undefined>;
  metrics: Metrics;
  /** If true, a local connection doesn't mean a local client: the proxy may run on this machine. */
  behindProxy: boolean;
  /** Clients with this token may read the metrics from anywhere. */
  metricsToken: string | undefined;
}

/** The server's own routes, which are not part of v1: monitoring, and the contract as OpenAPI. */
export function ownRoutes({ unready, metrics, behindProxy, metricsToken }: OwnRouteParts): Hono<HttpApp> {
  const document = openApiDocument();
  const app = new Hono<HttpApp>();
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    const reason = await unready();
    return reason === undefined ? context.json({ status: 'ready' }) : context.json({ status: 'unready', reason }, 503);
  });
  app.get('/openapi.json', (context) => context.json(document));
  app.get('/metrics', async (context) => {
    if (metricsToken !== undefined) requireToken(context, metricsToken);
    else if (behindProxy || !isLocal(context.env.incoming))
      throw forbidden(
        'Only programs on this machine may read the metrics, and not through a proxy. Set COMMONPLACE_METRICS_TOKEN on the server to allow others.',
      );
    return context.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType });
  });
  return app;
}

/** @throws Problem `unauthorized` */
function requireToken(context: Context<HttpApp>, token: string): void {
  const given = bearerOf(context.req.header('authorization') ?? '');
  if (!constantTimeEqual(sha256(given), sha256(token))) throw unauthorized();
}

const underLoopbackName = hostCheck('localhost', []);

/**
 * Whether a request comes from this machine and not through a proxy on it. A proxy is recognised by headers that it
 * adds, or by the host name that it passes on.
 */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    underLoopbackName(headers.host ?? '') &&
    headers.forwarded === undefined &&
    headers['x-forwarded-for'] === undefined
  );
}
