import type { MiddlewareHandler } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import type { Facts, ServiceParts } from '../../service/call.ts';
import { operations, versionPrefix } from '../../v1/operations.ts';
import { errorLog } from '../error-log.ts';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';

/** Logs and counts each request, with the facts that the service reports. */
export interface Observer extends Pick<ServiceParts, 'report' | 'onResponse'> {
  middleware: MiddlewareHandler<{ Variables: RequestIdVariables }>;
}

/** Logs the path pattern of the operation, never the URL, which may contain search terms. */
export function observer(log: Log, metrics: Metrics): Observer {
  const ids = new WeakMap<Request, string>();
  const logError = errorLog(log);
  const factsOf = new WeakMap<Request, Facts>();
  return {
    report: (error, { request, owner } = {}) => logError(error, { request: request && ids.get(request), owner }),
    onResponse: (request, facts) => factsOf.set(request, facts),
    middleware: async (context, next) => {
      const start = performance.now();
      const id = context.get('requestId');
      ids.set(context.req.raw, id);
      await next();
      const { owner, operation } = factsOf.get(context.req.raw) ?? {};
      const seconds = (performance.now() - start) / 1000;
      const { status } = context.res;
      metrics.count(operation, status, seconds);
      const route = operation === undefined ? undefined : versionPrefix + operations[operation].path;
      log.info(
        { method: context.req.method, route, status, milliseconds: Math.round(seconds * 1000), request: id, owner },
        'answered',
      );
    },
  };
}
