import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '../../../../src/v1/limits.ts';
import type { PopupHost, ReadDocument } from '../../../../src/ui/popup/host.ts';
import { connectToService, passThrough, stopTime, unreachable, type TestConnection } from '../connection.ts';
import { page, popupOn } from './screen.ts';

const found: ReadDocument = {
  title: 'How to bleed a radiator',
  url: 'https://example.org/radiator',
  content: 'Turn the valve.',
  capture: { kind: 'page', author: 'Anna' },
};
/** Three parts long. */
const long = { ...found, content: `${'x'.repeat(limits.contentBytes - 10)}\n\n`.repeat(3) };

let connection: TestConnection;

beforeEach(() => {
  stopTime();
  connection = connectToService();
});

afterEach(() => {
  vi.useRealTimers();
});

async function read(document: Awaited<ReturnType<PopupHost['readPage']>>) {
  const popup = popupOn(page, connection, { readPage: async () => document });
  await popup.open();
  await popup.pageReader.read();
  return popup;
}

const saved = async () => (await connection.client.memories.list({ limit: 100 })).memories;

test('saves a page that was previewed, with its tags and what is known of it', async () => {
  const { pageReader } = await read(found);
  expect(await saved()).toEqual([]);
  pageReader.setTags(['heating']);
  await pageReader.save(1);
  expect(await saved()).toMatchObject([{ ...found, tags: ['heating'] }]);
  expect(pageReader.preview.value).toBeUndefined();
});

test('saves a long page in parts, and undoes them together', async () => {
  const popup = await read(long);
  await popup.pageReader.save(popup.pageReader.preview.value!.parts.length);
  expect((await saved()).map(({ title }) => title!).sort()).toEqual(
    [1, 2, 3].map((part) => `${found.title} (${part}/3)`),
  );
  expect(popup.shownNotice()).toEqual(['Saved in 3 parts', 'Undo']);
  await popup.press();
  expect(await saved()).toEqual([]);
  expect(popup.pageReader.preview.value?.parts).toHaveLength(3);
});

test('saves the first part alone', async () => {
  const { pageReader } = await read(long);
  await pageReader.save(1);
  expect((await saved()).map(({ title }) => title)).toEqual([found.title]);
});

test('goes on after a failure, and saves no part twice', async () => {
  const popup = await read(long);
  let sent = 0;
  connection.handleWith((request, pass) => (++sent === 2 ? unreachable(request, pass) : pass()));
  await popup.pageReader.save(3);
  expect(popup.pageReader.preview.value).toBeDefined();
  expect(await saved()).toHaveLength(1);
  connection.handleWith(passThrough);
  await popup.press();
  expect(await saved()).toHaveLength(3);
});

test.each([
  ['forbidden', 'The browser doesn’t let extensions read this page.'],
  ['empty', 'This page has no text.'],
] as const)('says if a page is %s', async (missing, sentence) => {
  const popup = await read({ missing });
  expect([popup.pageReader.preview.value, popup.shownNotice()[0]]).toEqual([undefined, sentence]);
});
