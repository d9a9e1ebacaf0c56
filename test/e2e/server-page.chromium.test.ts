import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operationNames } from '../../src/v1/operations.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import type { ChromiumPage } from '../../scripts/browsers/index.ts';
import { openServerPage, operationOf, type ServerPage } from '../support/server-page.ts';

let site: ServerPage;
let page: ChromiumPage;

beforeAll(async () => {
  site = await openServerPage();
  page = site.page;
});

afterAll(() => site?.close());

const notOnThePage = ['batch', 'importMemories', 'undoImport', 'listCollectionMemories', 'listChanges', 'readDigest'];

beforeEach(() => site.restart());

test('saves, finds, shows, edits and deletes a memory, all by keyboard', async () => {
  const hostile = 'The plumber <img src=x onerror="document.title=1"> fixed the boiler';
  await site.press('Write a note', '.save');
  await page.type('.save textarea', hostile);
  await page.type('.save .tags-entry', 'home, repairs,');
  await page.type('.save input[type=url]', 'https://example.org/letter');
  await page.press('Control+Enter');
  await site.waitForText('.memory-text', hostile);
  const [kept] = (await site.client.memories.list()).memories;
  expect(kept).toMatchObject({
    content: hostile,
    tags: ['home', 'repairs'],
    url: 'https://example.org/letter',
    source: 'api:first token',
  });

  await page.press('/');
  await page.type('[data-search]', 'boilers');
  await site.waitForText('.memory-text mark', 'boiler');
  await expectNoAxeViolations(page);
  await page.press('ArrowDown');
  await page.press('Enter');
  await site.waitForText('.pane .facts', 'example.org/letter');
  expect(
    await page.evaluate(() => [
      document.activeElement?.matches('.pane'),
      document.querySelector('.pane a')?.getAttribute('rel'),
      document.querySelector('.pane img'),
    ]),
  ).toEqual([true, 'noopener noreferrer', null]);
  await expectNoAxeViolations(page);
  await page.press('e');
  await page.type('.pane textarea', ' on Elm Street');
  await page.press('Control+Enter');
  await site.waitForText('.pane-text', 'on Elm Street');
  expect((await site.client.memories.read(kept!.id)).content).toBe(`${hostile} on Elm Street`);

  await page.press('Delete');
  await site.waitForText('.notices', 'Deleted');
  await site.waitUntilGone('.memory');
  await site.waitForText('.pane', 'Deleted');
  expect(
    await page.evaluate(() => [document.querySelector('.pane [role=alert]'), document.activeElement?.matches('.pane')]),
  ).toEqual([null, true]);
  await expectNoAxeViolations(page);
  await page.press('Control+z');
  await site.waitForText('.memory-text', 'on Elm Street');
  await site.waitForText('.pane-text', 'on Elm Street');
  await page.evaluate(() => history.back());
  await site.client.memories.delete(kept!.id, { permanent: true });
});

test('offers both versions if a memory was changed elsewhere during an edit', async () => {
  await site.save('Leeks on Tuesday');
  await page.click('.memory-text');
  for (const [choice, kept] of [
    ['Keep the other version', 'Leeks on Friday'],
    ['Save mine anyway', 'Leeks on Friday, and beans'],
  ] as const) {
    await page.waitFor(() => document.activeElement?.matches('.pane'));
    const { memories } = await site.client.memories.list({ limit: 1 });
    await page.press('e');
    await page.type('.pane textarea', ', and beans');
    await site.client.memories.update(memories[0]!.id, {
      content: choice === 'Keep the other version' ? 'Leeks on Friday' : 'Leeks on Sunday',
    });
    await page.press('Control+Enter');
    await site.waitForText('.editor-theirs', 'changed elsewhere');
    await expectNoAxeViolations(page);
    await site.press(choice, '.pane');
    await site.waitForText('.pane-text', kept);
  }
  const { memories } = await site.client.memories.list({ limit: 1 });
  expect(memories[0]!.content).toBe('Leeks on Friday, and beans');
  await site.client.memories.delete(memories[0]!.id, { permanent: true });
});

test('restores a memory from the trash, or deletes it for good after a confirmation', async () => {
  for (const content of ['first', 'second', 'third'])
    await site.client.memories.delete((await site.client.memories.create({ content })).id);
  await site.goTo('trash', '.item');
  await expectNoAxeViolations(page);
  await site.press('Restore: third');
  await site.waitForText('.notices', 'Restored');
  await site.press('Delete for good: second');
  await page.waitFor(() => document.activeElement?.textContent === 'Keep');
  await site.press('Delete for good', '.confirm');
  await site.waitForText('.notices', 'Deleted for good');
  await site.press('Empty the trash');
  await site.press('Delete all for good');
  await site.waitForText('.part', 'The trash is empty');
  expect((await site.client.memories.list({ deleted: true })).memories).toEqual([]);
  const left = (await site.client.memories.list()).memories;
  expect(left.map(({ content }) => content)).toEqual(['third']);
  await site.client.memories.delete(left[0]!.id, { permanent: true });
});

test('creates, renames and deletes collections, and filters the list by collection and tag', async () => {
  await site.goTo('collections', '.new-collection');
  for (const name of ['House', 'house', 'Travel']) {
    await page.evaluate(() => document.querySelector<HTMLInputElement>('.new-collection input')!.select());
    await page.type('.new-collection input', name);
    await page.press('Enter');
    if (name === 'house') await site.waitForText('.form-failure', 'name');
    else await site.waitForText('.item', name);
  }
  await expectNoAxeViolations(page);
  await site.press('Rename Travel');
  await page.type('.item input', 'Journeys');
  await page.press('Enter');
  await site.waitForText('.item-show', 'Journeys');
  await site.goTo('memories', '.save');
  await site.press('Write a note', '.save');
  const { collections } = await site.client.collections.list();
  await page.type('.save textarea', 'Mind the gap');
  await page.puppeteer.select('.save select', collections.find(({ name }) => name === 'Journeys')!.id);
  await page.type('.save .tags-entry', 'trains,');
  await page.press('Control+Enter');
  await site.waitForText('.memory-about', 'Journeys');
  await page.puppeteer.select('.filters select', collections.find(({ name }) => name === 'House')!.id);
  await site.waitForText('.message', 'No memory matches');
  await site.press('Clear filters');
  await page.type('.filters-tag', 'trains');
  await page.press('Enter');
  await site.waitForText('.chip', 'trains');
  await site.waitForText('.memory-text', 'Mind the gap');
  await site.goTo('collections', '.tag-list li');
  await site.press('Delete: Journeys');
  await site.press('Delete the collection');
  await site.waitForText('.notices', 'Deleted “Journeys”');
  const [memory] = (await site.client.memories.list()).memories;
  expect(memory).toMatchObject({ content: 'Mind the gap', collection: null });
  await site.goTo('plan', '.item-fact');
  await expectNoAxeViolations(page);
  await site.client.memories.delete(memory!.id, { permanent: true });
  await site.client.collections.delete(collections.find(({ name }) => name === 'House')!.id);
});

test('creates a token with limited rights, shows its secret once, and edits, pauses, renews and revokes the token', async () => {
  await site.client.collections.create({ name: 'Shared' });
  await site.goTo('tokens', '.item');
  await site.press('New token');
  await page.type('.token-form input', 'Reading lamp');
  await page.waitFor(() => document.querySelectorAll('.token-form input[type=radio]').length === 2);
  await page.evaluate(() => document.querySelectorAll<HTMLElement>('.token-form input[type=radio]')[1]!.click());
  await page.waitFor(() => document.querySelectorAll('.token-form fieldset fieldset input').length === 1);
  await page.click('.token-form fieldset fieldset input');
  await expectNoAxeViolations(page);
  await site.press('Create token');
  await page.waitFor(() => document.activeElement?.matches('.secret'));
  const secret = await site.value('.secret');
  await expectNoAxeViolations(page);
  const usage = () =>
    fetch(`${site.server.url}/usage`, { headers: { authorization: `Bearer ${secret}` } }).then(({ status }) => status);
  expect(await usage()).toBe(200);
  const { tokens } = await site.client.tokens.list();
  const made = tokens.find(({ name }) => name === 'Reading lamp')!;
  expect([
    made.scopes,
    made.collections?.length,
    Math.round((Date.parse(made.expiresAt!) - Date.parse(made.createdAt)) / 86_400_000),
  ]).toEqual([['memories:read'], 1, 90]);
  await site.press('Edit: Reading lamp');
  await page.waitFor(() => document.activeElement?.matches('.item .token-form input'));
  await expectNoAxeViolations(page);
  await page.click('.token-form input:not(:checked)');
  await site.press('Save');
  await site.waitForText('.notices', 'Changed “Reading lamp”');
  await site.waitForText('.item', 'memories:write');
  await page.waitFor(() => document.activeElement?.getAttribute('aria-label') === 'Edit: Reading lamp');
  await site.press('Pause: Reading lamp');
  await site.waitForText('.item', 'paused');
  expect(await usage()).toBe(403);
  await site.press('Resume: Reading lamp');
  await site.press('New secret: Reading lamp');
  await page.waitFor((before) => document.querySelector<HTMLInputElement>('.secret')?.value !== before, secret);
  expect(await usage()).toBe(200);
  await page.reload();
  await site.waitForText('.item', 'Reading lamp');
  expect(await page.evaluate((wanted) => document.body.innerText.includes(wanted), secret!)).toBe(false);
  await site.press('Revoke: Reading lamp');
  await site.press('Revoke', '.confirm');
  await site.waitForText('.notices', 'Revoked “Reading lamp”');
  expect(await usage()).toBe(401);
});

test('on a narrow screen, an open memory replaces the list until Escape is pressed', async () => {
  await site.save('Two columns need room');
  await page.puppeteer.setViewport({ width: 390, height: 800 });
  await page.click('.memory-text');
  await page.waitFor(
    () =>
      document.querySelector('.pane-text') &&
      getComputedStyle(document.querySelector('.list-column')!).visibility === 'hidden',
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectNoAxeViolations(page);
  await page.press('Escape');
  await page.waitFor(() => document.activeElement?.matches('.memory'));

  await page.evaluate(() => void (location.hash = '#tokens'));
  await page.waitFor(() => {
    const link = document.querySelector('.library-head nav [aria-current][href="#tokens"]');
    return link !== null && link.getBoundingClientRect().right <= 390 && link.getBoundingClientRect().left >= 0;
  });
  await page.evaluate(() => void (location.hash = '#memories'));
  await page.waitFor(() => document.querySelector('.memory'));
});

test('the page requests every v1 operation except six, and never violates its content security policy', async () => {
  expect(operationOf('GET', '/v1/secrets')).toBe('GET /v1/secrets');
  const others = [...site.requested].filter((request) => !operationNames.some((name) => name === request));
  expect(others).toEqual([]);
  expect(operationNames.filter((name) => !site.requested.has(name))).toEqual(
    operationNames.filter((name) => notOnThePage.includes(name)),
  );
  expect(await site.violations()).toEqual([]);
  await page.evaluate(() =>
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { color: red }' })),
  );
  await page.waitFor(() => (globalThis as unknown as { violations: string[] }).violations.length === 1);
});
