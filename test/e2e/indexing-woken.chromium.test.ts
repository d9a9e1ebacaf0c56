import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, until, type ChromiumBrowser } from '../../scripts/browsers/index.ts';
import { ask, extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';

/** Runs in the service worker. */
const hasAlarm = async (name: string) =>
  (await (
    globalThis as unknown as { chrome: { alarms: { get(name: string): Promise<object | undefined> } } }
  ).chrome.alarms.get(name)) !== undefined;

/** Runs in the service worker. Fires an alarm with `dispatch`, which is undocumented. */
const ring = (name: string) =>
  (
    globalThis as unknown as { chrome: { alarms: { onAlarm: { dispatch(alarm: object): void } } } }
  ).chrome.alarms.onAlarm.dispatch({ name });

const many = 40;
let browser: ChromiumBrowser;

beforeAll(async () => {
  browser = await launchChromium({ extension: await extensionWithHarness('chromium') });
});

afterAll(() => browser?.close());

const isSet = () => browser.inServiceWorker(hasAlarm, 'indexing');

test('an alarm resumes indexing after the whole extension has stopped, and is cleared when indexing is done', async () => {
  const page = await browser.newPage(browser.address('popup.html'));
  await ask(page, { kind: 'engineCommand', command: 'pause' });
  await until('no alarm to be set while there is nothing to index', async () => !(await isSet()));
  const client = clientThrough(page);
  for (let number = 0; number < many; number++)
    await client.memories.create({
      content: `Shelf ${number}: screws of size ${number}. ${'They came from the old shed. '.repeat(20)}`,
    });
  await ask(page, { kind: 'engineCommand', command: 'resume' });
  await until('a memory to be indexed', async () => (await ask(page, { kind: 'engineState' })).indexing.indexed > 0);
  await page.close();
  await browser.closeOffscreen();
  await browser.stopBackground();
  expect(await isSet(), 'an alarm while there is something to index').toBe(true);

  await browser.inServiceWorker(ring, 'indexing');
  await until('no alarm to be set after everything is indexed', async () => !(await isSet()), 100_000);
  const again = await browser.newPage(browser.address('popup.html'));
  expect((await ask(again, { kind: 'engineState' })).indexing).toMatchObject({ indexed: many, total: many });
});
