import type { ResponseEnvelope } from '../../v1/envelope.ts';
import { isRepeatable } from '../repeatable.ts';
import { AccessError, CommonplaceError, ConnectionFailed, type AccessReason, type ErrorBody } from '../errors.ts';
import { orAborted } from '../../lib/timing.ts';
import { isPageScope, pageScopes } from '../../v1/scopes.ts';
import type { Transport } from '../transport.ts';
import { openPageLink, type PageLink } from './link.ts';
import { requestElement, shownCharacters, type SiteRequest } from './protocol.ts';

export interface ConnectOptions extends SiteRequest {
  /**
   * Called if there is no access after 300 ms: usually the user has to allow it first, by opening Commonplace in the
   * toolbar. Also called without the extension.
   */
  onPending?: () => void;
  /** Abort it to withdraw the request for access. */
  signal?: AbortSignal;
}

/** A page's access to the user's memories. */
export interface PageConnection {
  transport: Transport;
  disconnect(): void;
}

const pendingMs = 300;

/**
 * How long `isConnected` waits for an answer, in milliseconds: the extension may have to start first.
 * A page without the extension, or without access, never gets an answer.
 */
const presenceMs = 3_000;

/** The time limit of a request with all its retries, in milliseconds. */
const answerMs = 20_000;

/** The maximum number of times that a request is sent, if sending it again is harmless. */
const mostSends = 3;

/**
 * Resolves once the user has allowed the access. Rejects with an AccessError, such as `denied` or `paused`, or with the
 * signal's reason. Rejects with a CommonplaceError if pages can't have these scopes.
 */
export async function connectPage({ onPending, signal, ...request }: ConnectOptions): Promise<PageConnection> {
  signal?.throwIfAborted();
  requireScopes(request.scopes);
  await whenShown(signal);
  const element = leaveRequest(request);
  let ended: AccessReason | undefined;
  const end = (reason: AccessReason) => {
    if (reason !== 'paused') ended = reason;
    return new AccessError(reason);
  };
  const link = openPageLink(window, { onEnd: (reason) => void end(reason) });

  const close = (reason: AccessReason) => {
    element.remove();
    link.close(end(reason));
  };

  async function newSecret(until?: AbortSignal): Promise<string> {
    for (;;) {
      const answer = await link.call({ connect: request.scopes }, until);
      if (answer && 'secret' in answer) return answer.secret;
      if (answer && 'ended' in answer && answer.ended) throw end(answer.ended);
    }
  }

  const pending = setTimeout(() => onPending?.(), pendingMs);
  let secret = await newSecret(signal)
    .catch((failure: unknown) => {
      close('disconnected');
      throw failure;
    })
    .finally(() => clearTimeout(pending));

  const transport: Transport = async (envelope, options = {}) => {
    const limit = AbortSignal.timeout(answerMs);
    const until = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
    for (let sends = 1; ; sends++) {
      if (ended) throw new AccessError(ended);
      const authorized = { ...envelope, headers: { ...envelope.headers, authorization: `Bearer ${secret}` } };
      const answer = await link.call({ request: authorized }, until);
      if (answer && 'ended' in answer && answer.ended) throw end(answer.ended);
      if (answer && 'response' in answer) {
        const { response } = answer;
        if (isPaused(response)) throw end('paused');
        // Only the latest secrets of a token are valid. So a 401 doesn't always mean that access has ended: newer tabs
        // may have displaced our secret.
        if (response.status !== 401 || sends >= mostSends) return response;
        secret = await newSecret(until);
      } else if (sends >= mostSends || !isRepeatable(envelope)) {
        throw new ConnectionFailed('Commonplace stopped before it responded.');
      }
    }
  };
  return { transport, disconnect: () => close('disconnected') };
}

/** Whether this site has access, even if it is paused. False after three seconds without an answer. */
export async function isConnected(): Promise<boolean> {
  await whenShown();
  const link: PageLink = openPageLink(window, { onEnd: () => {} });
  try {
    const answer = await link.call({ connected: true }, AbortSignal.timeout(presenceMs));
    return answer !== undefined && 'connected' in answer;
  } catch {
    return false;
  } finally {
    link.close(new AccessError('disconnected'));
  }
}

/** Resolves once the page is shown: a page that the browser prerenders gets no answer from the extension. */
async function whenShown(signal?: AbortSignal): Promise<void> {
  const page = document as Document & { prerendering?: boolean };
  if (page.prerendering !== true) return;
  const activated = new Promise((resolve) => page.addEventListener('prerenderingchange', resolve, { once: true }));
  await (signal ? orAborted(activated, signal) : activated);
}

/** Throws if pages can't have these scopes. The extension would ignore the request, and the call would stay pending. */
function requireScopes(scopes: unknown): void {
  if (!Array.isArray(scopes) || scopes.length === 0 || !scopes.every(isPageScope))
    throw new CommonplaceError(`\`scopes\` must be a list of ${pageScopes.join(', ')}.`);
}

/** Adds an element with the request. The extension reads it when the user opens Commonplace over this page. */
function leaveRequest({ name, reason, scopes }: SiteRequest): HTMLMetaElement {
  const element = document.createElement('meta');
  element.name = requestElement;
  element.content = JSON.stringify({
    name: cut(name, shownCharacters.name),
    reason: cut(reason, shownCharacters.reason),
    scopes,
  } satisfies SiteRequest);
  (document.head ?? document.documentElement).append(element);
  return element;
}

/**
 * Cuts a text to two UTF-16 units per character that the user may see, since the extension ignores a very long request.
 */
const cut = (text: string | undefined, characters: number): string => (text ?? '').slice(0, 2 * characters);

function isPaused({ status, headers: sent, body = '' }: ResponseEnvelope): boolean {
  if (status !== 403 || sent['content-type'] !== 'application/json') return false;
  const { error } = JSON.parse(body) as ErrorBody;
  return error?.details?.some(({ path, message }) => path === 'token' && message === 'paused') ?? false;
}
