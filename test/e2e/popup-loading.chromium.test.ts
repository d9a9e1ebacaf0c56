import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { engineState } from '../support/engine-control.ts';
import { memory, recent, usage } from '../support/stand-in-answers.ts';
import { extensionWithEngine } from '../support/stand-in-engine.ts';

const text = 'Bring the boiler’s papers, the meter readings and a torch: the cellar has no light, and its door sticks.';
const afterMs = 2_000;

let browser: ChromiumBrowser;
let popup: ChromiumPage;

beforeAll(async () => {
  const answers = [usage(3), ...recent([1, 2, 3].map((number) => memory(number, text)))];
  browser = await launchChromium({
    extension: extensionWithEngine(
      'chromium',
      answers.map((answer) => ({ ...answer, afterMs })),
      { state: engineState() },
    ),
  });
  popup = await browser.newPage(browser.address('popup.html'));
  await popup.puppeteer.setViewport({ width: 400, height: 560 });
  await popup.reload();
});

afterAll(() => browser?.close());

const bottoms = (selector: string) =>
  popup.evaluate(
    (wanted) => [...document.querySelectorAll(wanted)].map((row) => Math.round(row.getBoundingClientRect().bottom)),
    selector,
  );
const buttonX = () => popup.evaluate(() => document.querySelector('.footer .button')!.getBoundingClientRect().x);

test('says that memories are loading, and moves nothing when they arrive', async () => {
  await popup.waitFor(() => document.querySelector('.skeleton'));
  expect(await popup.text('.footer p')).toBe('Loading your memories…');
  const [placeholders, button] = [await bottoms('.skeleton > div'), await buttonX()];
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
  await popup.waitFor(() => document.querySelector('.footer p')?.textContent === '3 memories · all on this device');
  expect(await bottoms('[data-row]')).toEqual(placeholders);
  expect(await buttonX()).toBe(button);
});
