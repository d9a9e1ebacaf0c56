import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { headers } from '../../v1/headers.ts';
import { operationNames, operations } from '../../v1/operations.ts';
import { requestIdHeader } from './headers.ts';

/** CORS for exactly these origins. The server uses no cookies, so credentials are never allowed. */
export function crossOrigin(origins: readonly string[]): MiddlewareHandler<{ Bindings: HttpBindings }> {
  const allow = cors({
    origin: [...origins],
    allowMethods: [...new Set(operationNames.map((name) => operations[name].method))],
    allowHeaders: ['Authorization', 'Content-Type', headers.idempotencyKey, headers.ifMatch, requestIdHeader],
    exposeHeaders: [...Object.values(headers), requestIdHeader],
    maxAge: 600,
  });
  return (context, next) => {
    const origin = context.req.header('origin');
    const isPreflight =
      context.req.method === 'OPTIONS' && context.req.header('access-control-request-method') !== undefined;
    const isAllowed = origin !== undefined && origins.includes(origin);
    if (isAllowed && (isPreflight || context.req.method !== 'OPTIONS')) return allow(context, next);
    context.env.outgoing.setHeader('Vary', 'Origin');
    return next();
  };
}
