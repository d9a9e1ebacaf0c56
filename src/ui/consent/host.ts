import type { SiteRequest } from '../../client/page/protocol.ts';
import type { RateLimit, Token } from '../../client/contract.ts';
import type { PageScope } from '../../v1/scopes.ts';

/** A site that asks for access. */
export interface AskingSite {
  origin: string;
  /** The name and the reason are in the site's own words, shortened if too long. */
  request: SiteRequest;
  /** The site's current access; undefined: none. */
  grant: Token | undefined;
}

/** What the user allows. Null: without limit. */
export interface SiteRights {
  scopes: PageScope[];
  /** Ids of the collections that the site may use. */
  collections: string[] | null;
  /** ISO 8601. */
  expiresAt: string | null;
  /** Whether the site may change only memories that it saved. */
  ownOnly: boolean;
  rateLimit: RateLimit;
}

/** What the consent window needs from the browser. */
export interface ConsentHost {
  /** Undefined if the page is gone. */
  asking(): Promise<AskingSite | undefined>;
  /** Asks the browser for access to the site. Call it first in the handler of the user's click. */
  permit(): Promise<boolean>;
  /** False if the page is gone. */
  allow(rights: SiteRights): Promise<boolean>;
  deny(never: boolean): Promise<void>;
  close(): void;
}
