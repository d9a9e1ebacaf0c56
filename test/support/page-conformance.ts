import type { Case } from '../../conformance/case.ts';
import type { Transport } from '../../src/client/transport.ts';
import { scopeNames, pageScopes, type PageScope, type Scope } from '../../src/v1/scopes.ts';
import type { RequestEnvelope, ResponseEnvelope } from '../../src/v1/envelope.ts';

/** Sends a web page's request through the bridge. Resolves to undefined if it gets no response. */
export type PageTransport = (request: RequestEnvelope) => Promise<ResponseEnvelope | undefined>;

export interface PageConformance {
  page: PageTransport;
  /** The secret of the page's grant: a token bound to the page's origin, with all scopes that a page can have. */
  secret: string;
  /** The run's own token, which has every scope. */
  administrator: string;
  /** Sends requests as a page of the extension does. */
  ownPage: Transport;
  /**
   * Creates a token that is bound to the page's origin. Called for each token that has only scopes of pages. Requests
   * with these tokens go through the web page. Without `bound`, requests with any token that a case creates go
   * through a page of the extension.
   */
  bound?: Transport;
}

/**
 * Sends these requests through the web page, unless they are too long for the bridge:
 * - requests with the run's own token, if a page's token would allow them
 * - requests without a token
 * - requests with a token that `bound` created
 *
 * Sends all others, such as imports, through a page of the extension.
 */
export function pageConformance({ page, secret, administrator, ownPage, bound }: PageConformance): {
  transport: Transport;
  sentByPage(): number;
} {
  const boundSecrets = new Set<string>();
  let sentByPage = 0;

  async function byPage(request: RequestEnvelope): Promise<ResponseEnvelope> {
    sentByPage++;
    const response = await page(request);
    if (response === undefined) throw new Error(`The page got no response to ${request.method} ${request.path}.`);
    return response;
  }

  const transport: Transport = async (request) => {
    const { authorization } = request.headers;
    const bearer = /^bearer +(.*)$/i.exec(authorization ?? '')?.[1];
    const isAllowed = mayComeFromPage(request);
    if (bearer === administrator && isAllowed)
      return byPage({ ...request, headers: { ...request.headers, authorization: `Bearer ${secret}` } });
    // A page of the extension needs no token, so only the web page can send a request that lacks a required token.
    if (authorization === undefined && isPassedOn(request)) return byPage(request);
    if (bearer !== undefined && boundSecrets.has(bearer) && isPassedOn(request)) return byPage(request);
    if (bound && isTokenCreation(request) && bearer === administrator) {
      const response = await bound(request);
      if (response.status === 201) boundSecrets.add((JSON.parse(response.body ?? '') as { token: string }).token);
      return response;
    }
    return ownPage(request);
  };
  return { transport, sentByPage: () => sentByPage };
}

/** Whether the path and headers of a request are short enough for the bridge to forward it. */
const isPassedOn = ({ path, headers }: RequestEnvelope): boolean =>
  path.length + JSON.stringify(headers).length <= 16_000;

/** Cases that can't pass with a page's tokens, and why. */
const notForPages: Record<string, string> = {
  'tokens: createToken shows the secret once': 'a page’s token has an origin, where the case expects null',
  'token rights: a token with ownOnly changes only memories that it saved': 'all tokens of a page have one source',
  'token rights: for a token with ownOnly but not memories:read, memories that it didn’t save are 404':
    'all tokens of a page have one source',
};

/**
 * Cases about the sources of several tokens. They fail if only the requests with the run's own token come from the
 * page.
 */
const aboutSources = [
  'memories: the source names the token or extension page that wrote the memory, and no request can forge it',
  'filters: each filter and combinations of them list the matching memories',
  'filters: a filtered listing has the same memories page by page as in one page',
  'search filters: each filter and combinations of them find the matching memories',
];

/** Whether a case can pass if only the requests with the run’s own token come from the page. */
export const isForOneToken = (one: Case): boolean => isForPages(one) && !aboutSources.includes(one.name);

/** Whether a case can pass with a page’s tokens. */
export const isForPages = ({ name }: Case): boolean => !Object.hasOwn(notForPages, name);

/** Whether the bridge forwards a request, and a page's token has all the rights that the request needs. */
function mayComeFromPage(request: RequestEnvelope): boolean {
  const { path, body = '' } = request;
  if (!isPassedOn(request) || /^\/v1\/(?:tokens|memories\/import)/.test(path) || path.includes('permanent=true'))
    return false;
  return !/"(?:createdAt|origin)"/.test(body);
}

function isTokenCreation({ method, path, body = '' }: RequestEnvelope): boolean {
  if (method !== 'POST' || path !== '/v1/tokens') return false;
  try {
    const { scopes } = JSON.parse(body) as { scopes?: Scope[] };
    return (
      Array.isArray(scopes) &&
      scopes.every((scope) => scopeNames.includes(scope) && pageScopes.includes(scope as PageScope))
    );
  } catch {
    return false;
  }
}
