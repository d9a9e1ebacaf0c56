import { launchChromium, until, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import {
  clickAllowIn,
  beginToConnect,
  callIn,
  outcomeIn,
  untilConnectedIn,
  permit,
  openConsentOver,
  serveSite,
} from '../../scripts/sites/index.ts';
import { fineScreen, picture } from './pictures.ts';
import { samples } from './samples.ts';
import { ofConsent, statePictures } from './states.ts';

const longRequest = {
  name: 'The most complete collection of recipes for every day of the year',
  reason: 'Keep recipes you like, find them again while you plan the week, and learn what you cook most. '.repeat(3),
};

/** Takes the pictures of the popup's line about a site, and of the consent window in each of its states. */
export async function sitePictures(): Promise<void> {
  const site = await serveSite();
  const browser = await launchChromium({ extension: await extensionWithHarness('chromium'), arguments: [fineScreen] });
  try {
    const own = await browser.newPage(browser.address('popup.html'));
    const client = clientThrough(own);
    for (const sample of samples) await client.memories.create(sample);
    for (const name of ['House', 'Recipes', 'Travel and far away places']) await client.collections.create({ name });

    const page = await browser.newPage(site.origin);
    const shootState = statePictures(browser);
    const popupPicture = async (name: string) => {
      const popup = await browser.openPopup(page);
      await popup.waitFor(() => document.querySelector('.site-line') && document.querySelector('[data-row]'));
      await picture(popup, name);
      await popup.close();
    };
    const consentOver = async (scopes: string[], words?: typeof longRequest) => {
      await page.reload();
      await beginToConnect(page, scopes, words);
      const consent = (await openConsentOver(browser, page)) as ChromiumPage;
      await consent.waitFor(
        () => document.querySelector('.consent .button.primary')?.getAttribute('aria-disabled') === 'false',
      );
      return consent;
    };

    /** Closes the window, which counts as a refusal, and lets the site ask again without a pause. */
    const closeConsent = async (consent: ChromiumPage) => {
      await consent.close();
      await until('the refusal', async () => (await outcomeIn(page)) === 'denied');
      await own.evaluate(forgetRefusals);
    };

    await beginToConnect(page, ['memories:read', 'memories:write']);
    await popupPicture('popup-site-asks');
    let consent = await consentOver(['memories:read', 'memories:write']);
    await shootState(consent, 'consent', { of: ofConsent });
    await consent.evaluate(() => document.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]!.click());
    await shootState(consent, 'consent-collections', { of: ofConsent });
    await closeConsent(consent);
    consent = await consentOver(['memories:write'], longRequest);
    await shootState(consent, 'consent-write-only', { of: ofConsent });
    await closeConsent(consent);
    await permit(browser, site.origin);
    consent = await consentOver(['memories:read', 'collections:read', 'collections:write']);
    await clickAllowIn(consent);
    await untilConnectedIn(page);
    await popupPicture('popup-site-connected');
    const [grant] = (await client.tokens.list({ origin: site.origin })).tokens;
    const setPaused = (paused: boolean) => client.tokens.update(grant!.id, { paused });
    await setPaused(true);
    await popupPicture('popup-site-paused');
    await setPaused(false);
    for (let calls = 0; calls < 100 && (await callIn(page, 'list')).failure === undefined; calls++);
    await popupPicture('popup-site-stopped');
    await setPaused(false);
    consent = await consentOver(['memories:read', 'memories:write']);
    await shootState(consent, 'consent-more', { of: ofConsent });
    await page.goto('about:blank');
    await consent.reload();
    await consent.waitFor(() => document.querySelector('[role=alert]'));
    await shootState(consent, 'consent-gone', { of: ofConsent });
  } finally {
    await browser.close();
    await site.close();
  }
}

/** Runs in one of the extension's own pages. */
function forgetRefusals(): Promise<void> {
  return new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase('commonplace-sites');
    deleting.onsuccess = () => resolve();
    deleting.onerror = () => reject(new Error('The refusals are still there.'));
  });
}
