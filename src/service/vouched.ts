export { localOwner } from './ports/store.ts';

/** A door of our own, as named in `Memory.source`. */
export type Door = 'popup' | 'context-menu' | 'omnibox' | 'library' | 'sync' | `import:${string}`;

/**
 * What the host of the service vouches for about a request: facts that the sender can't write.
 * It travels beside the request, as Hono's `env`, never in a header or a body.
 */
export interface Vouched {
  /** The request came through this door of ours; without a bearer token it then has the built-in rights of own pages. */
  door?: Door;
  /** The page that sent it: a serialised origin. */
  origin?: string;
  /** Where on the network it was sent from, where that is known: one text for all that are to be counted as one. */
  address?: string;
  /** The token that this request creates is bound to this origin (consent only). */
  grantOrigin?: string;
}
