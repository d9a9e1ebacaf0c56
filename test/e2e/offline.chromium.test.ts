import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, serve, temporaryFolder, type ChromiumBrowser } from '../../scripts/browsers/index.ts';
import { ask, extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { waitUntilIndexed } from '../support/indexing.ts';

const log = join(temporaryFolder('net-log'), 'net.json');
const hotel = 'Room twelve, Lisbon; ask for the back, away from the tram.';

let browser: ChromiumBrowser;
let site: Awaited<ReturnType<typeof serve>>;

/** The network addresses that pages and workers of an origin requested, from the browser's log. */
function requestedBy(origin: string): string[] {
  const lines = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes(`"initiator":"${origin}`));
  return [...new Set(lines.flatMap((line) => /"url":"((?:https?|wss?):[^"]*)"/.exec(line)?.[1] ?? []))];
}

beforeAll(async () => {
  site = await serve({ '/': '<!doctype html><title>A page</title><main>Where did we sleep in Portugal?</main>' });
  browser = await launchChromium({
    extension: await extensionWithHarness('chromium'),
    arguments: [`--log-net-log=${log}`, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
  });
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test('saving, indexing, searching by meaning, related memories and the settings use no network', async () => {
  const page = await browser.newPage(`${site.origin}/`);
  const popup = await browser.openPopup(page);
  const client = clientThrough(popup);
  await client.memories.create({ content: hotel });
  await waitUntilIndexed(popup);
  expect((await client.memories.search({ query: 'a quiet place to stay when travelling' })).memories[0]).toMatchObject({
    content: hotel,
  });
  const text = await ask(popup, { kind: 'pageText' });
  expect((await client.memories.search({ like: text as { text: string } })).memories[0]).toMatchObject({
    content: hotel,
  });
  const settings = await browser.newPage(browser.address('options.html'));
  await settings.waitFor(() => document.querySelector('.settings .model'));

  const blocked = (url: string) =>
    fetch(url).then(
      () => false,
      () => true,
    );
  // The pages of the extension can't send requests. Only the engine can, for sync. The browser's log, read below, shows
  // that the engine sent none.
  const library = await browser.newPage(browser.address('library.html'));
  for (const [name, own] of Object.entries({ settings, library }))
    expect(await own.evaluate(blocked, `${site.origin}/from-${name}`), `${name} can send no request`).toBe(true);
  await page.evaluate(() => fetch('/from-the-page'));
  await browser.close();
  expect(requestedBy(site.origin), 'the log names the sender of a request').toContain(`${site.origin}/from-the-page`);
  expect(requestedBy(`chrome-extension://${browser.id}`)).toEqual([]);
});
