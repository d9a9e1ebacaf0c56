import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { requestId, type RequestIdVariables } from 'hono/request-id';
import type { Service } from '../../service/app.ts';
import { notFound, problemOf } from '../../service/problem.ts';
import type { Vouched } from '../../service/vouched.ts';
import { versionPrefix } from '../../v1/operations.ts';
import type { PageAnswer } from '../page/answer.ts';
import type { SignInLinks } from '../sign-in-links.ts';
import { apiPage } from './api-page.ts';
import { crossOrigin } from './cross-origin.ts';
import type { Observer } from './observe.ts';
import { ownRoutes, type OwnRouteParts } from './own-routes.ts';
import { securityHeaders, requestIdHeader } from './headers.ts';
import { signIn } from './sign-in.ts';
import { clientAddress } from './client-address.ts';
import { invalidRequests } from './validate-request.ts';

export type HttpApp = { Bindings: HttpBindings; Variables: RequestIdVariables };

export interface HttpAppParts extends OwnRouteParts {
  service: Service;
  observer: Observer;
  page: PageAnswer;
  signInLinks: SignInLinks;
  allowedOrigins: readonly string[];
}

const defaultHeaders = {
  ...securityHeaders,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'`,
};

const maxIdLength = 64;

/** The HTTP app: the service under `/v1`, a few routes of the server, and the page. */
export function createHttpApp(parts: HttpAppParts): Hono<HttpApp> {
  const { service } = parts;
  const vouchedOf = (context: Context<HttpApp>): Vouched => ({
    address: clientAddress(context.env.incoming, parts.behindProxy),
  });
  const app = new Hono<HttpApp>();
  app.use(requestId({ headerName: requestIdHeader, limitLength: maxIdLength }));
  app.use(parts.observer.middleware);
  app.use((context, next) => {
    const { outgoing } = context.env;
    outgoing.setHeader(requestIdHeader, context.get('requestId'));
    for (const [name, value] of Object.entries(defaultHeaders)) outgoing.setHeader(name, value);
    return next();
  });
  app.use((context, next) => {
    const problem = invalidRequests.get(context.env.incoming);
    if (problem !== undefined) throw problem;
    return next();
  });
  app.use(crossOrigin(parts.allowedOrigins));
  for (const path of [versionPrefix, `${versionPrefix}/`]) app.get(path, apiPage);
  app.all(versionPrefix, (context) => service.fetch(context.req.raw, vouchedOf(context)));
  app.all(`${versionPrefix}/*`, (context) => service.fetch(context.req.raw, vouchedOf(context)));
  app.route('/', ownRoutes(parts));
  app.route('/', signIn(parts.signInLinks));
  app.all('*', (context) => parts.page(context.req.raw) ?? service.refuse(notFound(), vouchedOf(context)));
  app.onError((thrown, context) => {
    const problem = problemOf(thrown);
    if (problem !== thrown) parts.observer.report(thrown, { request: context.req.raw });
    return service.refuse(problem, vouchedOf(context));
  });
  return app;
}
