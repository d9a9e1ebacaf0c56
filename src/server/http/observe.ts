import type { MiddlewareHandler } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import type { Facts, ServiceParts } from '../../service/call.ts';
import { operations, versionPrefix } from '../../v1/operations.ts';
import { faultLog } from '../fault-log.ts';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';

/** Follows each request: what the service tells of it goes into the log and the counts with what the door knows. */
export interface Observer extends Pick<ServiceParts, 'report' | 'answered'> {
  middleware: MiddlewareHandler<{ Variables: RequestIdVariables }>;
}

/** Logs and counts each answer: by the operation's pattern, never by the address, which may hold what people search for. */
export function observer(log: Log, metrics: Metrics): Observer {
  const ids = new WeakMap<Request, string>();
  const tell = faultLog(log);
  const known = new WeakMap<Request, Facts>();
  return {
    report: (fault, { request, owner } = {}) => tell(fault, { request: request && ids.get(request), owner }),
    answered: (request, facts) => known.set(request, facts),
    middleware: async (context, next) => {
      const start = performance.now();
      const id = context.get('requestId');
      ids.set(context.req.raw, id);
      await next();
      const { owner, operation } = known.get(context.req.raw) ?? {};
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
