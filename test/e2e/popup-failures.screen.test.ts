import { afterEach, expect, test } from 'vitest';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import { browserKind, launchBrowser, type ExtensionBrowser, type Page } from '../../scripts/browsers/index.ts';
import { searchAnswer, hit, listFailure, memory, recent, usage } from '../support/stand-in-answers.ts';
import { extensionWithEngine, type StandInAnswer } from '../support/stand-in-engine.ts';

const few = recent([1, 2, 3].map((number) => memory(number)));

let browser: ExtensionBrowser | undefined;

afterEach(async () => {
  await browser?.close();
  browser = undefined;
});

async function popupOver(answers: StandInAnswer[]): Promise<Page> {
  browser = await launchBrowser({ extension: extensionWithEngine(browserKind(), answers) });
  return browser.newPage(browser.address('popup.html'));
}

test('shows the service’s reason if memories can’t be read, and offers to retry', async () => {
  const popup = await popupOver([usage(3), listFailure]);
  expect(await popup.text('.message h2')).toBe(listFailure.body.error.message);
  expect(await popup.text('.message .button')).toBe('Try again');
  await expectNoAxeViolations(popup);
});

test('says that the storage is full, and keeps the draft', async () => {
  const full = { error: { code: 'storage_full', message: 'full' } };
  const popup = await popupOver([usage(3), ...few, { method: 'POST', path: '/v1/memories', status: 507, body: full }]);
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
  await popup.click('.save-text, .save .button');
  await popup.waitFor(() => document.querySelector('.save textarea'));
  await popup.type('.save textarea', 'not to be lost');
  await popup.press('Control+Enter');
  await popup.waitFor(() => document.querySelector('.notices')?.textContent?.includes('storage is full'));
  expect(
    await popup.evaluate(
      () =>
        document.querySelector('.save')?.textContent?.includes('not to be lost') ||
        document.querySelector<HTMLTextAreaElement>('.save textarea')?.value === 'not to be lost',
    ),
  ).toBe(true);
  await expectNoAxeViolations(popup);
});

test('doesn’t show late results while a row is selected', async () => {
  const late = searchAnswer(
    '',
    'keyword',
    [hit(memory(8), { words: ['number'] }), hit(memory(9), { words: ['number'] })],
    1_000,
  );
  const popup = await popupOver([usage(3), ...few, late]);
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
  await popup.type('[data-search]', 'number');
  await popup.press('ArrowDown');
  const position = () => {
    const row = document.activeElement?.closest('[data-row]');
    return row && { text: row.querySelector('.memory-text')?.textContent, top: row.getBoundingClientRect().top };
  };
  const before = await popup.evaluate(position);
  expect(before?.text).toBe('Memory number 1');
  await popup.waitFor(() => document.querySelector('.status')?.textContent?.includes('Show 2 results'));
  expect(await popup.evaluate(position)).toEqual(before);
  await popup.click('.status .button');
  await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 2);
});
