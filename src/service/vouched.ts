export { localOwner } from './ports/store.ts';

/** A part of the extension that saves memories, as named in `Memory.source`. */
export type OwnSource = 'popup' | 'context-menu' | 'omnibox' | 'library' | 'sync' | `import:${string}`;

/**
 * Facts that the host itself knows about the sender of a request.
 * Passed as Hono's `env`, never in a header or body, so the sender can't forge them.
 */
export interface Vouched {
  /**
   * Set for requests of the extension itself: its pages, menus and address-bar search. Without a bearer token, such a
   * request has the built-in rights.
   */
  source?: OwnSource;
  /** The serialised origin of the web page that sent the request. */
  origin?: string;
  /** The rate-limit bucket of the sender's IP address, if known. */
  address?: string;
  /** The origin to which a token created by this request is bound. Set only for a grant that the user consented to. */
  grantOrigin?: string;
}
