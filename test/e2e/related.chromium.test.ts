import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, serve, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { engineState } from '../support/engine-control.ts';
import { searchAnswer, hit, memory, recent, usage } from '../support/stand-in-answers.ts';
import { extensionWithEngine } from '../support/stand-in-engine.ts';

const plumber = memory(1, 'The plumber Mr. Okafor fixed the boiler on Elm Street');
const others = [memory(2, 'Tea'), memory(3, 'Sourdough')];
const answers = [
  usage(3),
  ...recent([...others, plumber]),
  searchAnswer('Radiators want bleeding', 'semantic', [hit(plumber)]),
  searchAnswer('"like":{"text"', 'semantic', []),
];

const pages = {
  '/': '<!doctype html><html lang="en"><title>Heating</title><article><p>Radiators want bleeding every autumn.</p></article>',
  '/other': '<!doctype html><html lang="en"><title>Other</title><p>Of nothing that was ever saved.</p>',
  '/empty': '<!doctype html><html lang="en"><title>Empty</title>',
};

let browser: ChromiumBrowser;
let site: Awaited<ReturnType<typeof serve>>;
let page: ChromiumPage;

beforeAll(async () => {
  site = await serve(pages);
  browser = await launchChromium({ extension: extensionWithEngine('chromium', answers, { state: engineState() }) });
  page = await browser.newPage(site.origin);
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function popupOver(path: string): Promise<ChromiumPage> {
  await page.goto(site.origin + path);
  const popup = await browser.openPopup(page);
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
  return popup;
}

test('a click or the key R shows memories related to the page; Escape goes back', async () => {
  const popup = await popupOver('/');
  await popup.click('.save-relate');
  expect(await popup.text('.status-words h2')).toBe('Related to this page');
  expect(
    await popup.evaluate(() =>
      Array.from(document.querySelectorAll('[data-row] .memory-text'), (row) => row.textContent),
    ),
  ).toEqual([plumber.content]);
  await popup.press('Escape');
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
  await popup.press('ArrowDown');
  await popup.press('r');
  expect(await popup.text('.status-words h2')).toBe('Related to this page');
  await popup.close();
});

test('says that nothing is related to the page, or that it has no text', async () => {
  let popup = await popupOver('/other');
  await popup.click('.save-relate');
  expect(await popup.text('.message h2')).toBe('No memory is related to this page');
  await popup.close();
  popup = await popupOver('/empty');
  await popup.click('.save-relate');
  expect(await popup.text('.notices .failed')).toContain('This page has no text.');
  expect(await popup.evaluate(() => document.querySelectorAll('[data-row]').length)).toBe(3);
  await popup.close();
});
