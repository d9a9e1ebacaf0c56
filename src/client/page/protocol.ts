import type { RequestEnvelope, ResponseEnvelope } from '../../v1/envelope.ts';
import type { PageScope } from '../../v1/scopes.ts';

/**
 * The name of the `<meta>` element with a page's request for access. The element stays while the page uses Commonplace.
 */
export const requestElement = 'commonplace-request';

/** A request for access, as JSON in the element's `content`. */
export interface SiteRequest {
  name: string;
  /** What the site wants the access for, in its own words. */
  reason: string;
  scopes: PageScope[];
}

/** How many characters of a request's texts the user sees. */
export const shownCharacters = { name: 60, reason: 200 };

/** Posted in the page's own window. `hello` comes from the page, with a port. The others come from the extension. */
export type WindowMessage = { commonplace: 'hello'; id: string } | { commonplace: 'here' } | { commonplace: 'denied' };

/** A page's call to the bridge. `connected` only asks whether the site has access; paused access counts. */
export type PageCall = { connect: PageScope[] } | { connected: true } | { request: RequestEnvelope };

export type NumberedPageCall = PageCall & { id: number };

/** The last message of a page's port. Without it, the bridge doesn't learn that the port was closed. */
export interface PortEnd {
  close: true;
}

/** Why a site's access ended, or is suspended (`paused`). */
export type EndReason = 'revoked' | 'expired' | 'paused';

export type PageAnswer =
  | { secret: string }
  | { connected: true }
  | { response: ResponseEnvelope; ended?: EndReason | undefined }
  | { ended: EndReason };

/** What the bridge sends to a page. `lost`: nobody knows whether the call was carried out. */
export type PageReply = { id: number; answer: PageAnswer } | { id: number; lost: true } | { ended: EndReason };
