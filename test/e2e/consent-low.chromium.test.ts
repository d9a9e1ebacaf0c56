import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { beginToConnect, openConsentOver, serveSite } from '../../scripts/sites/index.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';

let browser: ChromiumBrowser;
let site: Awaited<ReturnType<typeof serveSite>>;
let consent: ChromiumPage;

beforeAll(async () => {
  browser = (await launchBrowser()) as ChromiumBrowser;
  site = await serveSite();
  const page = await browser.newPage(site.origin);
  await beginToConnect(page, ['memories:read', 'memories:write']);
  consent = (await openConsentOver(browser, page)) as ChromiumPage;
  await consent.waitFor(() => document.querySelector('.choices .choice-line'));
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test('at 200 % zoom, the consent window shows the first choice above Allow, and fades out text that continues below Allow', async () => {
  await consent.puppeteer.setViewport({ width: 230, height: 340 });
  const [choiceBottom, allowTop, fade] = await consent.evaluate(() => {
    const [first, end] = [document.querySelector('.choices .choice-line')!, document.querySelector('.consent-end')!];
    return [
      first.getBoundingClientRect().bottom,
      end.getBoundingClientRect().top,
      getComputedStyle(end, '::before').backgroundImage,
    ] as const;
  });
  expect(choiceBottom).toBeLessThanOrEqual(allowTop);
  expect(fade).toContain('gradient');
  await expectNoAxeViolations(consent);
});

test('in a low consent window, no text is covered after scrolling to the end', async () => {
  await consent.puppeteer.setViewport({ width: 320, height: 400 });
  const covered = await consent.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight);
    const fade = parseFloat(getComputedStyle(document.querySelector('.consent-end')!, '::before').height);
    const end = document.querySelector('.consent-end')!.getBoundingClientRect().top - fade;
    return [...document.querySelectorAll('.consent > :not(.consent-end)')].filter(
      (part) => part.getBoundingClientRect().bottom > end,
    ).length;
  });
  expect(covered).toBe(0);
});
