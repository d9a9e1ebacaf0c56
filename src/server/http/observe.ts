import type { MiddlewareHandler } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import type { Facts } from '../../service/call.ts';
import { operations, versionPrefix } from '../../v1/operations.ts';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';

/** Remembers what the service tells of a request until its answer is logged and counted. */
export interface Observer {
  /** For the service: see `ServiceParts.answered`. */
  answered(request: Request, facts: Facts): void;
  middleware: MiddlewareHandler<{ Variables: RequestIdVariables }>;
}

/** Logs and counts each answer: by the operation's pattern, never by the address, which may hold what people search for. */
export function observer(log: Log, metrics: Metrics): Observer {
  const known = new WeakMap<Request, Facts>();
  return {
    answered: (request, facts) => known.set(request, facts),
    middleware: async (context, next) => {
      const start = performance.now();
      await next();
      const { owner, operation } = known.get(context.req.raw) ?? {};
      const seconds = (performance.now() - start) / 1000;
      const { status } = context.res;
      metrics.count(operation, status, seconds);
      const route = operation === undefined ? undefined : versionPrefix + operations[operation].path;
      log.info({ method: context.req.method, route, status, milliseconds: Math.round(seconds * 1000), request: context.get('requestId'), owner }, 'answered');
    },
  };
}
