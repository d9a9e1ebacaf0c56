import { join } from 'node:path';
import { openServerPage } from '../support/server-page.ts';
import { fineScreen, largeWindow, picture } from './pictures.ts';
import { samples } from './samples.ts';

const sizes = { wide: [1280, 860], middle: [900, 860], narrow: [390, 800] } as const;

/** Most states of the server's page, to be checked by eye. One picture is for docs/server.md. */
export async function pagePictures(): Promise<void> {
  const { page, client, server, signIn, waitForText, press, close } = await openServerPage({}, [
    fineScreen,
    largeWindow,
  ]);
  try {
    const setSize = async (name: keyof typeof sizes) => {
      const [width, height] = sizes[name];
      await page.puppeteer.setViewport({ width, height, deviceScaleFactor: 2 });
    };
    const go = async (section: string, selector: string) => {
      await page.evaluate((hash) => void (location.hash = hash), section);
      await page.waitFor((wanted) => document.querySelector(wanted), selector);
    };
    const wideAndNarrow = async (name: string) => {
      for (const width of ['wide', 'narrow'] as const) {
        await setSize(width);
        await picture(page, `page-${name}-${width}`);
      }
      await setSize('wide');
    };

    await setSize('wide');
    await wideAndNarrow('sign-in');
    await page.type('.sign-in input', 'cpk_wrong_token');
    await page.press('Enter');
    await waitForText('.form-failure', 'doesn’t know');
    await wideAndNarrow('sign-in-refused');
    await page.reload();
    await signIn();
    await waitForText('.message', 'Keep what you want');
    await wideAndNarrow('begin');

    const home = await client.collections.create({ name: 'House' });
    await client.collections.create({ name: 'Travel and far away places' });
    for (const { createdAt: _, ...sample } of samples)
      await client.memories.create({ ...sample, ...(sample.tags.includes('home') && { collection: home.id }) });
    const read = await client.memories.create({
      content:
        'How to bleed a radiator\n\nTurn the heating off and let it cool. Begin on the lowest floor, with the radiator that is farthest from the boiler. Hold a cloth under the valve, open it a quarter turn with the key, and wait until water comes without bubbles.\n\nThen close it, go on to the next, and look at the pressure of the boiler when all are done: it should be between one and one and a half bar.',
      title: 'Bleeding radiators, step by step',
      url: 'https://home.example.org/radiators/bleeding',
      tags: ['home', 'heating', 'autumn'],
      collection: home.id,
    });
    await page.reload();
    await page.waitFor(() => document.querySelectorAll('.memory').length > 5);
    await wideAndNarrow('memories');
    await setSize('middle');
    await picture(page, 'page-memories-middle');
    await setSize('wide');
    await page.click('.memory-text');
    await page.waitFor(() => document.querySelector('.facts time'));
    await wideAndNarrow('read');
    await page.screenshot(join('docs', 'images', 'server-page.png'));
    await page.press('e');
    await page.waitFor(() => document.querySelector('.pane textarea'));
    await wideAndNarrow('edit');
    await client.memories.update(read.id, { content: 'How to bleed a radiator: ask Mr. Okafor.', tags: ['home'] });
    await page.type('.pane textarea', 'Mind the carpet. ');
    await page.press('Control+Enter');
    await page.waitFor(() => document.querySelector('.editor-theirs'));
    await wideAndNarrow('conflict');
    await press('Keep the other version');
    await page.waitFor(() => document.querySelector('.pane-text'));
    await page.press('Delete');
    await waitForText('.pane', 'Deleted');
    await wideAndNarrow('deleted');
    await page.press('Control+z');
    await page.waitFor(() => document.querySelector('.pane-text'));
    await page.press('Escape');

    await page.type('[data-search]', 'okafor boiler');
    await waitForText('.status-words', 'found');
    await page.waitFor(() => document.querySelectorAll('[data-row]').length > 1);
    await wideAndNarrow('search');
    await page.evaluate(() => document.querySelector<HTMLElement>('.search .button')!.click());
    await page.type('[data-search]', 'supper');
    await waitForText('.status-words', 'No sure match');
    await wideAndNarrow('nothing-certain');
    await page.evaluate(() => document.querySelector<HTMLElement>('.search .button')!.click());
    await page.puppeteer.select('.filters select', home.id);
    await waitForText('.status-words', 'Recent');
    await wideAndNarrow('filtered');
    await press('Clear filters');
    await page.click('.save-text');
    await page.type('.save textarea', 'Ask Anna for the name of the inn above the harbour.');
    await page.type('.save .tags-entry', 'travel, spring,');
    await wideAndNarrow('writing');
    await page.press('Control+Enter');
    await waitForText('.notices', 'Saved');
    await wideAndNarrow('saved');
    await page.press('?');
    await picture(page, 'page-keys-wide');
    await page.press('Escape');

    await go('collections', '.new-collection');
    await wideAndNarrow('collections');
    await press('Delete');
    await page.waitFor(() => document.querySelector('.confirm'));
    await wideAndNarrow('collection-delete');
    await go('trash', '.part');
    await waitForText('.part', 'The trash is empty');
    await wideAndNarrow('trash-empty');
    for (const { id } of (await client.memories.list({ limit: 3 })).memories) await client.memories.delete(id);
    await go('plan', '.item-fact');
    await wideAndNarrow('plan');
    await go('trash', '.item');
    await press('Empty the trash');
    await page.waitFor(() => document.querySelector('.confirm'));
    await wideAndNarrow('trash');

    await go('tokens', '.item');
    await wideAndNarrow('tokens');
    await press('New token');
    await page.type('.token-form input', 'Reading lamp');
    await wideAndNarrow('token-form');
    await page.press('Enter');
    await page.waitFor(() => document.querySelector('.fresh-token'));
    await wideAndNarrow('token-created');
    await press('I have copied it');
    await press('Revoke');
    await page.waitFor(() => document.querySelector('.confirm'));
    await wideAndNarrow('token-revoke');

    const limited = await client.tokens.create({
      name: 'Reader',
      scopes: ['memories:read'],
      rateLimit: { requests: 40, seconds: 600 },
    });
    await press('Sign out');
    await signIn(limited.token);
    await go('collections', '.lacking');
    await wideAndNarrow('lacking-collections');
    await go('tokens', '.lacking');
    await wideAndNarrow('lacking-tokens');
    await go('memories', '.memories-part .lacking');
    await wideAndNarrow('lacking-write');
    const spendRequest = (path: string) =>
      fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${limited.token}` } });
    for (let left = 40; left > 0; left--) await spendRequest('/usage');
    await page.type('[data-search]', 'boiler');
    await waitForText('main', 'Too many requests');
    await wideAndNarrow('rate-limited');
    await press('Sign out');
    const passing = await client.tokens.create({
      name: 'Passing',
      scopes: ['memories:read', 'memories:write', 'collections:read'],
    });
    await signIn(passing.token);
    await page.click('.save-text');
    await page.type('.save textarea', 'Something half written');
    await client.tokens.revoke(passing.id);
    await page.press('Control+Enter');
    await page.waitFor(() => document.querySelector('.lapsed[open]'));
    await wideAndNarrow('lapsed');
    await page.type('.lapsed input', server.token);
    await page.press('Enter');
    await page.waitFor(() => document.querySelector('.lapsed') === null);
    await wideAndNarrow('gone-on');
    await page.puppeteer.setOfflineMode(true);
    await page.press('Control+Enter');
    await waitForText('.notices', 'didn’t respond');
    await wideAndNarrow('unreachable');
    await page.type('[data-search]', 'boiler');
    await waitForText('main', 'didn’t respond');
    await wideAndNarrow('unreachable-search');
  } finally {
    await close();
  }
}
