import { openServerPage, type ServerPage } from '../support/server-page.ts';
import { largeWindow } from './pictures.ts';
import { samples } from './samples.ts';
import { statePictures } from './states.ts';

/** For docs/ui.md: the server's page, and work on many memories under a rate limit. */
export async function serverPagePictures(): Promise<void> {
  const opened = await openServerPage({}, [largeWindow]);
  const { page, browser, client, origin, signIn, waitForText, press, close } = opened;
  const shootState = statePictures(browser);
  try {
    await page.waitFor(() => document.querySelector('.sign-in input'));
    await shootState(page, 'server-sign-in');
    await page.goto('about:blank');
    await page.goto(`${origin}/#sign-in=a-code-that-was-used`);
    await page.waitFor(() => document.querySelector('.sign-in') && !document.querySelector('.sign-in .field'));
    await shootState(page, 'server-link');
    await page.press('Enter');
    await page.waitFor(() => document.querySelector('.sign-in .field'));
    await shootState(page, 'server-link-refused');
    await signIn();
    await page.waitFor(() => document.querySelector('.message'));
    await shootState(page, 'server-begin');
    await press('Sign out');
    for (const { createdAt: _, ...sample } of samples) await client.memories.create(sample);
    await signIn();
    for (const [section, selector] of [
      ['tokens', '.item'],
      ['plan', '.item-fact'],
    ] as const) {
      await page.evaluate((hash) => void (location.hash = hash), section);
      await page.waitFor((wanted) => document.querySelector(wanted), selector);
      await shootState(page, `server-${section}`);
    }
    await page.evaluate(() => void (location.hash = 'tokens'));
    await page.waitFor(() => document.querySelector('.item'));
    await press('New token');
    await page.waitFor(() => document.querySelector('main form input'));
    await page.type('main form input', 'Reading lamp');
    await shootState(page, 'server-token-form');
    await press('Create token');
    await page.waitFor(() => document.querySelector('.fresh-token'));
    await shootState(page, 'server-token-fresh');
    await page.evaluate(() => void (location.hash = 'memories'));
    await page.waitFor(() => document.querySelector('.memory'));
    await press('Sign out');

    for (let number = 1; number <= 60; number++)
      await client.memories.create({ content: `Radiator ${number}: bled in autumn.` });
    const limited = await client.tokens.create({
      name: 'Reading lamp',
      scopes: ['memories:read', 'memories:write', 'collections:read'],
      rateLimit: { requests: 40, seconds: 600 },
    });
    await signIn(limited.token);
    await page.evaluate(() => void (location.hash = 'memories'));
    await page.waitFor(() => document.querySelector('.memory'));
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-row]')!.focus());
    await page.press('Control+a');
    await waitForText('.bulk-count', '65 selected');
    await page.press('Delete');
    await waitForText('.job-wait', 'Continues in');
    await shootState(page, 'library-job-waiting');
    await press('Pause', '.job');
    await waitForText('.job', 'Resume');
    await shootState(page, 'library-job-paused');
    await press('Stop', '.job');
    await page.waitFor(() => document.querySelector('.job') === null && document.querySelector('.notice'));
    await shootState(page, 'library-job-stopped');
    // Enough requests to undo some of the deletions, but not all.
    await client.tokens.update(limited.id, { rateLimit: { requests: 60, seconds: 600 } });
    await press('Undo', '.notices');
    await waitForText('.job-wait', 'Continues in');
    await press('Stop', '.job');
    await waitForText('.notices', 'still to undo');
    await shootState(page, 'library-job-part-undone');
    await failures(opened);
  } finally {
    await close();
  }
}

/** The page while the server limits its requests, then while the server doesn’t answer. Stops the server. */
async function failures(opened: ServerPage): Promise<void> {
  const { server, page, browser, client, signIn, waitForText, press } = opened;
  const shootState = statePictures(browser);
  const { id, token = '' } = await client.tokens.create({
    name: 'Reading lamp',
    scopes: ['memories:read', 'memories:write', 'collections:read'],
  });
  await press('Sign out');
  await signIn(token);
  await page.waitFor(() => document.querySelector('.memory'));
  await client.tokens.update(id, { rateLimit: { requests: 1, seconds: 600 } });
  await press('Write a note', '.save');
  await page.type('.save textarea', 'Ask Anna for the name of the inn.');
  await page.press('Control+Enter');
  await page.waitFor(() => document.querySelector('.notice.failed'));
  await shootState(page, 'server-limited-save');
  await page.reload();
  await page.waitFor(() => document.querySelector('.message'));
  await shootState(page, 'server-limited');

  await client.tokens.update(id, { rateLimit: { requests: 1_000, seconds: 60 } });
  await press('Try again');
  await page.waitFor(() => document.querySelector('.memory'));
  await server.stop();
  await page.type('[data-search]', 'radiators');
  await waitForText('.message', 'didn’t respond');
  await shootState(page, 'server-unreachable');
  await press('Sign out');
  await page.type('.sign-in input', token);
  await page.press('Enter');
  await page.waitFor(() => document.querySelector('.form-failure'));
  await shootState(page, 'server-sign-in-unreachable');
}
