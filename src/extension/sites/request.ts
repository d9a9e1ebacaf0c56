import { browser } from 'wxt/browser';
import { requestElement, shownCharacters, type SiteRequest } from '../../client/page/protocol.ts';
import { within } from '../../lib/timing.ts';
import { readRequests, tellDenied, type RequestBounds } from './injected/read-request.ts';
import { pageScopes } from '../../v1/scopes.ts';
import { siteOrigin } from './origins.ts';
import { fieldsOf, pageScopesIn } from './page-calls.ts';

export const maxRead: RequestBounds = { elements: 16, characters: 4_096 };

/** How long reading may take, in milliseconds. A page that hangs counts as asking for nothing. */
const readMs = 2_000;

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A page's text as the user sees it; undefined if the value isn't a text. */
function shownText(value: unknown, characters: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.toWellFormed().replace(invisible, ' ').replace(/\s+/g, ' ').trim();
  const [...letters] = text;
  return letters.length > characters ? `${letters.slice(0, characters - 1).join('')}…` : text;
}

/** A page's request, with its texts as the user sees them; undefined if `text` isn't a request. */
export function siteRequestIn(text: string): SiteRequest | undefined {
  try {
    const { name, reason, scopes } = fieldsOf(JSON.parse(text)) ?? {};
    const wanted = pageScopesIn(scopes);
    return (
      wanted && {
        name: shownText(name, shownCharacters.name) ?? '',
        reason: shownText(reason, shownCharacters.reason) ?? '',
        scopes: wanted,
      }
    );
  } catch {
    return undefined;
  }
}

/** Joins all requests of a page, oldest first, into one. The name and the reason are those of the newest request. */
export function joinedRequest(texts: string[]): SiteRequest | undefined {
  const requests = texts.flatMap((text) => siteRequestIn(text) ?? []);
  const newest = requests.at(-1);
  const scopes = pageScopes.filter((scope) => requests.some((request) => request.scopes.includes(scope)));
  return newest && { ...newest, scopes };
}

export interface SitePage {
  origin: string;
  request: SiteRequest | undefined;
}

/**
 * The page of a tab and the page's request. Needs `activeTab`. Undefined if the page can't be read, or if it belongs to
 * no site that may ask.
 */
export async function sitePageIn(tabId: number): Promise<SitePage | undefined> {
  const results = await within(
    readMs,
    browser.scripting
      .executeScript({
        target: { tabId },
        injectImmediately: true,
        func: readRequests,
        args: [requestElement, maxRead],
      })
      .catch(() => []),
  );
  const reading = results?.[0]?.result;
  const origin = siteOrigin(reading?.address);
  if (!reading || origin === undefined) return undefined;
  return { origin, request: joinedRequest(reading.requests) };
}

/** Tells the page of a tab that its request was denied. */
export async function tellPageDenied(tabId: number): Promise<void> {
  await browser.scripting.executeScript({ target: { tabId }, injectImmediately: true, func: tellDenied });
}
