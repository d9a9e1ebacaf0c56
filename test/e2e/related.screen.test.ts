import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import { browserKind, launchBrowser, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import { engineState } from '../support/engine-control.ts';
import { searchAnswer, hit, memory, recent, usage } from '../support/stand-in-answers.ts';
import { extensionWithEngine } from '../support/stand-in-engine.ts';
import { clearTypedText } from '../support/clear-typed-text.ts';

const plumber = memory(1, 'The plumber Mr. Okafor fixed the boiler on Elm Street');
const radiators = memory(2, 'Bleed the radiators each autumn');
const lonely = memory(3, 'Tea');
const answers = [
  usage(3),
  ...recent([plumber, radiators, lonely]),
  searchAnswer(`"memoryId":"${plumber.id}"`, 'semantic', [hit(radiators), hit(lonely, { certain: false })]),
  searchAnswer(`"memoryId":"${radiators.id}"`, 'semantic', []),
  searchAnswer('"query":"boiler"', 'hybrid', [hit(plumber, { words: ['boiler'] })]),
];

let browser: ExtensionBrowser;
let popup: Page;

beforeAll(async () => {
  browser = await launchBrowser({ extension: extensionWithEngine(browserKind(), answers, { state: engineState() }) });
  popup = await browser.newPage(browser.address('popup.html'));
});

afterAll(() => browser?.close());

beforeEach(async () => {
  await popup.evaluate(clearTypedText);
  await popup.reload();
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
});

const selected = () => document.activeElement?.closest('[data-row]')?.querySelector('.memory-text')?.textContent;
const heading = () => document.querySelector('.status-words h2')?.textContent;

test('the M key shows memories similar to the selected memory, and Escape returns to the list', async () => {
  await popup.press('ArrowDown');
  await popup.press('m');
  await popup.waitFor(() => document.querySelector('.status-words h2'));
  expect(await popup.evaluate(heading)).toBe(`Similar to “${plumber.content}”`);
  expect(await popup.evaluate(selected)).toBe(radiators.content);
  expect(
    await popup.evaluate(() => document.querySelector('.divider')?.nextElementSibling?.textContent?.includes('Tea')),
  ).toBe(true);
  await expectNoAxeViolations(popup);
  await popup.press('Escape');
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
  expect(await popup.evaluate(selected)).toBe(plumber.content);
  expect(await popup.evaluate(heading)).toBeUndefined();
});

test('returns from similar memories to the search results', async () => {
  await popup.type('[data-search]', 'boiler');
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 1);
  await popup.press('ArrowDown');
  await popup.press('m');
  await popup.waitFor(() => document.querySelector('.status-words h2'));
  await popup.click('.status .button');
  await popup.waitFor(() => document.querySelectorAll('[data-row] mark').length === 1);
  expect(await popup.evaluate(() => document.querySelector<HTMLInputElement>('[data-search]')?.value)).toBe('boiler');
});

test('says that no memory is similar, or why the search failed, with a Back button', async () => {
  await popup.press('ArrowDown');
  await popup.press('ArrowDown');
  await popup.press('m');
  expect(await popup.text('.message h2')).toBe('No similar memories');
  await expectNoAxeViolations(popup);
  await popup.press('Escape');
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
  await popup.press('ArrowDown');
  await popup.press('End');
  await popup.press('m');
  expect(await popup.text('.message h2')).toBe('No stand-in answer matches.');
  await expectNoAxeViolations(popup);
  await popup.click('.message-ways .button:last-child');
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
});
