import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operationNames } from '../../src/v1/operations.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import type { ChromiumPage } from '../../scripts/browsers/index.ts';
import { openServerPage, type ServerPage } from '../support/server-page.ts';

let site: ServerPage;
let page: ChromiumPage;

beforeAll(async () => {
  site = await openServerPage();
  page = site.page;
});

afterAll(() => site?.close());

beforeEach(() => site.restart());

test('keeps the token for the tab only, forgets it on signing out, and says why another token is refused', async () => {
  await page.reload();
  await page.waitFor(() => document.querySelector('.library-count'));
  expect(await page.evaluate(() => [localStorage.length, document.cookie, sessionStorage.length])).toEqual([0, '', 1]);
  await site.press('Sign out');
  await page.waitFor(() => document.activeElement?.matches('.sign-in input'));
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await expectNoAxeViolations(page);
  await page.type('.sign-in input', 'open sesame');
  await page.press('Enter');
  await site.waitForText('.form-failure', 'starts with cpk_');
  await page.evaluate(() => (document.querySelector<HTMLInputElement>('.sign-in input')!.value = ''));
  await page.type('.sign-in input', 'cpk_wrong_token');
  await page.press('Enter');
  await site.waitForText('.form-failure', 'doesn’t know this token');
  expect(await page.evaluate(() => document.activeElement?.matches('.sign-in input'))).toBe(true);
});

test('says which rights a token lacks, before the user tries to use them', async () => {
  const { token } = await site.client.tokens.create({ name: 'Reader', scopes: ['memories:read'] });
  await site.press('Sign out');
  await site.signIn(token);
  await site.waitForText('.lacking', 'Save, change and delete memories');
  await site.waitUntilGone('.save');
  for (const [section, words] of [
    ['collections', 'collections:write'],
    ['collections', 'collections:read'],
    ['tokens', 'tokens:manage'],
  ] as const) {
    await page.click(`nav a[href="#${section}"]`);
    await site.waitForText('.lacking', words);
  }
  await expectNoAxeViolations(page);
});

test('asks for a new token when the old one is no longer accepted, and keeps the draft', async () => {
  const passing = await site.client.tokens.create({
    name: 'Passing',
    scopes: ['memories:read', 'memories:write', 'collections:read'],
  });
  await site.press('Sign out');
  await site.signIn(passing.token);
  await site.press('Write a note', '.save');
  await page.type('.save textarea', 'Half written');
  await site.client.tokens.revoke(passing.id);
  await page.press('Control+Enter');
  await page.waitFor(() => document.activeElement?.matches('.lapsed input'));
  await expectNoAxeViolations(page);
  await page.press('Escape');
  await page.type('.lapsed input', site.server.token);
  await page.press('Enter');
  await site.waitUntilGone('.lapsed');
  expect(await site.value('.save textarea')).toBe('Half written');
  expect(await page.evaluate(() => document.activeElement?.matches('.save textarea'))).toBe(true);
  await site.press('Save', '.save');
  await site.waitForText('.memory-text', 'Half written');
  const [memory] = (await site.client.memories.list()).memories;
  await site.client.memories.delete(memory!.id, { permanent: true });
});

test('says how long to wait if the rate limit is exceeded, and reports an unreachable server', async () => {
  const { token } = await site.client.tokens.create({
    name: 'Slow',
    scopes: ['memories:read'],
    rateLimit: { requests: 12, seconds: 3_600 },
  });
  await site.press('Sign out');
  await site.signIn(token);
  for (let spent = 0; spent < 12; spent++)
    await fetch(`${site.server.url}/usage`, { headers: { authorization: `Bearer ${token}` } });
  await page.type('[data-search]', 'tea');
  await site.waitForText('.message', 'Too many requests. Try again in');
  await site.press('Sign out');
  await site.signIn();
  await page.puppeteer.setOfflineMode(true);
  await page.type('[data-search]', 'tea');
  await site.waitForText('.message', 'The server didn’t respond');
  await expectNoAxeViolations(page);
  await page.puppeteer.setOfflineMode(false);
  await site.press('Try again');
  await site.waitForText('.message', 'Nothing found');
});

test('the page requests only v1 operations, and never violates its content security policy', async () => {
  const others = [...site.requested].filter((request) => !operationNames.some((name) => name === request));
  expect([others, await site.violations()]).toEqual([[], []]);
});
