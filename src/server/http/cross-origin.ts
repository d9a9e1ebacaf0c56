import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { headers } from '../../v1/headers.ts';
import { operationNames, operations } from '../../v1/operations.ts';
import { requestIdHeader } from './request-id.ts';

/** Lets pages of exactly these origins read the answers; to all others it changes nothing. No cookie is ever of use here. */
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
    const asksBefore =
      context.req.method === 'OPTIONS' && context.req.header('access-control-request-method') !== undefined;
    const isOurs = origin !== undefined && origins.includes(origin);
    if (isOurs && (asksBefore || context.req.method !== 'OPTIONS')) return allow(context, next);
    context.env.outgoing.setHeader('Vary', 'Origin');
    return next();
  };
}
