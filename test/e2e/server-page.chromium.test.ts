import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operationNames, operations, versionPrefix } from '../../src/v1/operations.ts';
import { axeIsClean } from '../support/axe-clean.ts';
import type { ChromiumPage } from '../../scripts/browsers/index.ts';
import { openServerPage, type ServerPage } from '../support/server-page.ts';

let it: ServerPage;
let page: ChromiumPage;
/** What the page asked of the server's service: the operation, or the request where it is none. */
const asked = new Set<string>();

function operationOf(method: string, path: string): string {
  const pattern = (name: (typeof operationNames)[number]) =>
    new RegExp(`^${versionPrefix}${operations[name].path.replaceAll(/:\w+/g, '(?!search$)[^/]+')}$`);
  return (
    operationNames.find((name) => operations[name].method === method && pattern(name).test(path)) ?? `${method} ${path}`
  );
}

beforeAll(async () => {
  it = await openServerPage();
  page = it.page;
  await page.puppeteer.evaluateOnNewDocument(() => {
    const violations: string[] = [];
    Object.assign(globalThis, { violations });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      violations.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  page.puppeteer.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === it.origin && (pathname === '/' || pathname.startsWith('/assets/'))) return;
    asked.add(origin === it.origin ? operationOf(request.method(), pathname) : request.url());
  });
});

afterAll(() => it?.close());

/** Each test begins signed in, on the list. */
beforeEach(async () => {
  await page.puppeteer.setViewport({ width: 1280, height: 860 });
  await page.goto('about:blank');
  await page.goto(`${it.origin}/`);
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await it.signIn();
});

const says = (selector: string, words: string) =>
  page.waitFor(
    (one, wanted) => [...document.querySelectorAll(one)].some((element) => element.textContent?.includes(wanted)),
    selector,
    words,
  );
const quiet = (selector: string) => page.waitFor((one) => document.querySelector(one) === null, selector);
const value = (selector: string) =>
  page.evaluate((one) => document.querySelector<HTMLInputElement>(one)?.value, selector);
const violations = () => page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations);

/** Presses the button with this name, by the keyboard; in `within`, if given. */
async function press(name: string, within = 'body'): Promise<void> {
  await page.waitFor(
    (wanted, place) => {
      const buttons = [...document.querySelectorAll<HTMLElement>(`${place} button`)];
      const found = buttons.find((one) =>
        (one.getAttribute('aria-label') ?? one.textContent?.trim())?.startsWith(wanted),
      );
      found?.focus();
      return found !== undefined && document.activeElement === found;
    },
    name,
    within,
  );
  await page.press('Enter');
}

async function goTo(section: string, selector: string): Promise<void> {
  await page.click(`nav a[href="#${section}"]`);
  await page.waitFor(
    (wanted) =>
      document.querySelector(wanted) &&
      (document.querySelector('.part') === null || document.activeElement?.matches('.part > h2')),
    selector,
  );
}

async function save(text: string): Promise<void> {
  await press('Note', '.save');
  await page.type('.save textarea', text);
  await page.press('Control+Enter');
  await says('.notices', 'Saved');
  await says('.memory-text', text.slice(0, 30));
}

test('lets in who has a token, keeps it for the tab alone, and forgets it on the way out', async () => {
  await page.reload();
  await page.waitFor(() => document.querySelector('.library-count'));
  expect(await page.evaluate(() => [localStorage.length, document.cookie, sessionStorage.length])).toEqual([0, '', 1]);
  await press('Sign out');
  await page.waitFor(() => document.activeElement?.matches('.sign-in input'));
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await axeIsClean(page);
  await page.type('.sign-in input', 'open sesame');
  await page.press('Enter');
  await says('.form-failure', 'starts with cpk_');
  await page.evaluate(() => (document.querySelector<HTMLInputElement>('.sign-in input')!.value = ''));
  await page.type('.sign-in input', 'cpk_wrong_token');
  await page.press('Enter');
  await says('.form-failure', 'doesn’t know this token');
  expect(await page.evaluate(() => document.activeElement?.matches('.sign-in input'))).toBe(true);
});

test('saves, finds, reads, changes and deletes a memory, each by the keyboard', async () => {
  const hostile = 'The plumber <img src=x onerror="document.title=1"> fixed the boiler';
  await press('Note', '.save');
  await page.type('.save textarea', hostile);
  await page.type('.save .tags-entry', 'home, repairs,');
  await page.type('.save input[type=url]', 'https://example.org/letter');
  await page.press('Control+Enter');
  await says('.memory-text', hostile);
  const [kept] = (await it.client.memories.list()).memories;
  expect(kept).toMatchObject({
    content: hostile,
    tags: ['home', 'repairs'],
    url: 'https://example.org/letter',
    source: 'api:first token',
  });

  await page.press('/');
  await page.type('[data-search]', 'boilers');
  await says('.memory-text mark', 'boiler');
  await axeIsClean(page);
  await page.press('ArrowDown');
  await page.press('Enter');
  await says('.pane .facts', 'example.org/letter');
  expect(
    await page.evaluate(() => [
      document.activeElement?.matches('.pane'),
      document.querySelector('.pane a')?.getAttribute('rel'),
      document.querySelector('.pane img'),
    ]),
  ).toEqual([true, 'noopener noreferrer', null]);
  await axeIsClean(page);
  await page.press('e');
  await page.type('.pane textarea', ' on Elm Street');
  await page.press('Control+Enter');
  await says('.pane-text', 'on Elm Street');
  expect((await it.client.memories.read(kept!.id)).content).toBe(`${hostile} on Elm Street`);

  await page.press('Delete');
  await says('.notices', 'Deleted');
  await quiet('.memory');
  await says('.pane', 'Deleted');
  expect(
    await page.evaluate(() => [document.querySelector('.pane [role=alert]'), document.activeElement?.matches('.pane')]),
  ).toEqual([null, true]);
  await axeIsClean(page);
  await page.press('Control+z');
  await says('.memory-text', 'on Elm Street');
  await says('.pane-text', 'on Elm Street');
  await page.evaluate(() => history.back());
  await it.client.memories.delete(kept!.id, { permanent: true });
});

test('offers both versions where a memory was changed elsewhere meanwhile', async () => {
  await save('Leeks on Tuesday');
  await page.click('.memory-text');
  for (const [choice, kept] of [
    ['Keep the other version', 'Leeks on Friday'],
    ['Save mine anyway', 'Leeks on Friday, and beans'],
  ] as const) {
    await page.waitFor(() => document.activeElement?.matches('.pane'));
    const { memories } = await it.client.memories.list({ limit: 1 });
    await page.press('e');
    await page.type('.pane textarea', ', and beans');
    await it.client.memories.update(memories[0]!.id, {
      content: choice === 'Keep the other version' ? 'Leeks on Friday' : 'Leeks on Sunday',
    });
    await page.press('Control+Enter');
    await says('.editor-theirs', 'changed elsewhere');
    await axeIsClean(page);
    await press(choice, '.pane');
    await says('.pane-text', kept);
  }
  const { memories } = await it.client.memories.list({ limit: 1 });
  expect(memories[0]!.content).toBe('Leeks on Friday, and beans');
  await it.client.memories.delete(memories[0]!.id, { permanent: true });
});

test('keeps what was deleted in the trash, gives it back, or deletes it for good on a second word', async () => {
  for (const content of ['first', 'second', 'third'])
    await it.client.memories.delete((await it.client.memories.create({ content })).id);
  await goTo('trash', '.item');
  await axeIsClean(page);
  await press('Restore: third');
  await says('.notices', 'Restored');
  await press('Delete for good: second');
  await page.waitFor(() => document.activeElement?.textContent === 'Keep');
  await press('Delete for good', '.confirm');
  await says('.notices', 'Deleted for good');
  await press('Empty the trash');
  await press('Delete all for good');
  await says('.part', 'The trash is empty');
  expect((await it.client.memories.list({ deleted: true })).memories).toEqual([]);
  const left = (await it.client.memories.list()).memories;
  expect(left.map(({ content }) => content)).toEqual(['third']);
  await it.client.memories.delete(left[0]!.id, { permanent: true });
});

test('makes, renames and deletes collections, puts memories into them, and narrows the list to one and to a tag', async () => {
  await goTo('collections', '.new-collection');
  for (const name of ['House', 'house', 'Travel']) {
    await page.evaluate(() => document.querySelector<HTMLInputElement>('.new-collection input')?.select());
    await page.type('.new-collection input', name);
    await page.press('Enter');
    if (name === 'house') await says('.form-failure', 'name');
    else await says('.item', name);
  }
  await axeIsClean(page);
  await press('Rename Travel');
  await page.type('.item input', 'Journeys');
  await page.press('Enter');
  await says('.item h3', 'Journeys');
  await goTo('memories', '.save');
  await press('Note', '.save');
  const { collections } = await it.client.collections.list();
  await page.type('.save textarea', 'Mind the gap');
  await page.puppeteer.select('.save select', collections.find(({ name }) => name === 'Journeys')!.id);
  await page.type('.save .tags-entry', 'trains,');
  await page.press('Control+Enter');
  await says('.memory-about', 'Journeys');
  await page.puppeteer.select('.filters select', collections.find(({ name }) => name === 'House')!.id);
  await says('.message', 'No memory matches');
  await press('Clear filters');
  await page.type('.filters-tag', 'trains');
  await page.press('Enter');
  await says('.chip', 'trains');
  await says('.memory-text', 'Mind the gap');
  await goTo('collections', '.tag-list li');
  await press('Delete: Journeys');
  await press('Delete the collection');
  await says('.notices', 'Deleted “Journeys”');
  const [memory] = (await it.client.memories.list()).memories;
  expect(memory).toMatchObject({ content: 'Mind the gap', collection: null });
  await goTo('plan', '.item-fact');
  await axeIsClean(page);
  await it.client.memories.delete(memory!.id, { permanent: true });
  await it.client.collections.delete(collections.find(({ name }) => name === 'House')!.id);
});

test('creates a token with what it may do, shows its secret once, and revokes it on a second word', async () => {
  await it.client.collections.create({ name: 'Shared' });
  await goTo('tokens', '.item');
  await press('New token');
  await page.type('.token-form input', 'Reading lamp');
  await page.waitFor(() => document.querySelectorAll('.token-form input[type=radio]').length === 2);
  await page.evaluate(() => document.querySelectorAll<HTMLElement>('.token-form input[type=radio]')[1]?.click());
  await page.waitFor(() => document.querySelectorAll('.token-form fieldset fieldset input').length === 1);
  await page.click('.token-form fieldset fieldset input');
  await axeIsClean(page);
  await press('Create token');
  await page.waitFor(() => document.activeElement?.matches('.secret'));
  const secret = await value('.secret');
  await axeIsClean(page);
  const usage = () =>
    fetch(`${it.server.url}/usage`, { headers: { authorization: `Bearer ${secret}` } }).then(({ status }) => status);
  expect(await usage()).toBe(200);
  const { tokens } = await it.client.tokens.list();
  const made = tokens.find(({ name }) => name === 'Reading lamp')!;
  expect([
    made.scopes,
    made.collections?.length,
    Math.round((Date.parse(made.expiresAt!) - Date.parse(made.createdAt)) / 86_400_000),
  ]).toEqual([['memories:read'], 1, 90]);
  await page.reload();
  await says('.item', 'Reading lamp');
  expect(await page.evaluate((wanted) => document.body.innerText.includes(wanted), secret!)).toBe(false);
  await press('Revoke: Reading lamp');
  await press('Revoke', '.confirm');
  await says('.notices', 'Revoked “Reading lamp”');
  expect(await usage()).toBe(401);
});

test('says of a token what it may not do, before it is tried in vain', async () => {
  const { token } = await it.client.tokens.create({ name: 'Reader', scopes: ['memories:read'] });
  await press('Sign out');
  await it.signIn(token);
  await says('.lacking', 'Save, change and delete memories');
  await quiet('.save');
  for (const [section, words] of [
    ['collections', 'collections:write'],
    ['collections', 'collections:read'],
    ['tokens', 'tokens:manage'],
  ] as const) {
    await page.click(`nav a[href="#${section}"]`);
    await says('.lacking', words);
  }
  await axeIsClean(page);
});

test('asks for a token again where the old one ended, and loses nothing that was written', async () => {
  const passing = await it.client.tokens.create({
    name: 'Passing',
    scopes: ['memories:read', 'memories:write', 'collections:read'],
  });
  await press('Sign out');
  await it.signIn(passing.token);
  await press('Note', '.save');
  await page.type('.save textarea', 'Half written');
  await it.client.tokens.revoke(passing.id);
  await page.press('Control+Enter');
  await page.waitFor(() => document.activeElement?.matches('.lapsed input'));
  await axeIsClean(page);
  await page.press('Escape');
  await page.type('.lapsed input', it.server.token);
  await page.press('Enter');
  await quiet('.lapsed');
  expect(await value('.save textarea')).toBe('Half written');
  await press('Save', '.save');
  await says('.memory-text', 'Half written');
  const [memory] = (await it.client.memories.list()).memories;
  await it.client.memories.delete(memory!.id, { permanent: true });
});

test('tells how long to wait above the rate limit, and what is so while the server is away', async () => {
  const { token } = await it.client.tokens.create({
    name: 'Slow',
    scopes: ['memories:read'],
    rateLimit: { requests: 12, seconds: 3_600 },
  });
  await press('Sign out');
  await it.signIn(token);
  for (let spent = 0; spent < 12; spent++)
    await fetch(`${it.server.url}/usage`, { headers: { authorization: `Bearer ${token}` } });
  await page.type('[data-search]', 'tea');
  await says('.message', 'Too many requests. Wait');
  await press('Sign out');
  await it.signIn();
  await page.puppeteer.setOfflineMode(true);
  await page.type('[data-search]', 'tea');
  await says('.message', 'The server didn’t respond');
  await axeIsClean(page);
  await page.puppeteer.setOfflineMode(false);
  await press('Try again');
  await says('.message', 'Nothing found');
});

test('shows a memory in place of the list on a narrow screen, and the list again after it', async () => {
  await save('Two columns need room');
  await page.puppeteer.setViewport({ width: 390, height: 800 });
  await page.click('.memory-text');
  await page.waitFor(
    () =>
      document.querySelector('.pane-text') &&
      getComputedStyle(document.querySelector('.list-column')!).display === 'none',
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await axeIsClean(page);
  await page.press('Escape');
  await page.waitFor(() => document.activeElement?.matches('.memory'));
});

test('asks nothing but operations of v1, all that a person may want, and breaks its own policy nowhere', async () => {
  expect(operationOf('GET', '/v1/secrets')).toBe('GET /v1/secrets');
  const others = [...asked].filter((one) => !operationNames.some((name) => name === one));
  expect(others).toEqual([]);
  expect(operationNames.filter((name) => !asked.has(name))).toEqual(['listCollectionMemories']);
  expect(await violations()).toEqual([]);
  await page.evaluate(() =>
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { color: red }' })),
  );
  await page.waitFor(() => (globalThis as unknown as { violations: string[] }).violations.length === 1);
});
