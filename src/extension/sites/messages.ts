import type { EndReason } from '../../client/page/protocol.ts';
import type { AskingSite, SiteRights } from '../../ui/consent/host.ts';

/** Tells the bridges of a site that its access has ended or is paused. */
export interface EndMessage {
  kind: 'site.end';
  origin: string;
  reason: EndReason;
}

/** What a bridge (the content script of a site) asks the background: whether the user gave the site access. */
export interface WakeMessage {
  kind: 'site.wake';
}

/**
 * What the extension's own pages ask the background:
 * - `look`: what the popup shows about the page in a tab
 * - `review`: open the consent window for that page; `asked`: what this window shows
 * - `allow` and `deny`: what the user decided in the consent window
 * - `revoke`: end a site's access, and remove the browser's permission unless another site or the server that sync uses
 *   (`syncServer`: its address) needs it
 * - `forgetServer`: remove the permission for a server, unless a site or one of the servers in `needed` needs it
 * - `changed`: the settings or the popup changed what a site may do
 * - `silent`: the origins whose requests are never shown; `setSilent`: add or remove such an origin
 */
export type SiteMessage =
  | { kind: 'site.look' | 'site.review' | 'site.asked'; tabId: number }
  | ({ kind: 'site.allow' } & Consent)
  | { kind: 'site.deny'; tabId: number; origin: string; never: boolean }
  | { kind: 'site.revoke'; id: string; syncServer?: string | undefined }
  | { kind: 'site.forgetServer'; address: string; needed: string[] }
  | { kind: 'site.silent' }
  | { kind: 'site.changed'; origin: string }
  | { kind: 'site.setSilent'; origin: string; silent: boolean };

/** What the user allows a site. */
export interface Consent {
  tabId: number;
  origin: string;
  rights: SiteRights;
}

/** What the consent window shows. */
export interface Asked extends AskingSite {
  /** The match pattern for which the browser's permission is requested. */
  pattern: string;
}
