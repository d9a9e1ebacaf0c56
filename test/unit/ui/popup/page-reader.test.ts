import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '../../../../src/v1/limits.ts';
import { actionsOf } from '../../../../src/ui/popup/actions.ts';
import type { PopupHost, ReadDocument } from '../../../../src/ui/popup/host.ts';
import { connectToService, passThrough, stopTime, unreachable, type TestConnection } from '../connection.ts';
import { page, popupOn } from './screen.ts';

const article: ReadDocument = {
  title: 'How to bleed a radiator',
  url: 'https://example.org/radiator',
  content: 'Turn the valve.',
  capture: { kind: 'page', author: 'Anna' },
};
const long = { ...article, content: `${'x'.repeat(limits.contentBytes - 10)}\n\n`.repeat(3) };

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

test('saves a previewed page with its tags, title, address and author', async () => {
  const { pageReader } = await read(article);
  expect(await saved()).toEqual([]);
  pageReader.setTags(['heating']);
  await pageReader.save(1);
  expect(await saved()).toMatchObject([{ ...article, tags: ['heating'] }]);
  expect(pageReader.preview.value).toBeUndefined();
});

test('saves a long page in parts, and one Undo removes all parts', async () => {
  const popup = await read(long);
  await popup.pageReader.save(popup.pageReader.preview.value!.parts.length);
  expect((await saved()).map(({ title }) => title!).sort()).toEqual(
    [1, 2, 3].map((part) => `${article.title} (${part}/3)`),
  );
  expect(popup.shownNotice()).toEqual(['Saved in 3 parts', 'Undo']);
  await popup.press();
  expect(await saved()).toEqual([]);
  expect(popup.pageReader.preview.value?.parts).toHaveLength(3);
});

test('can save only the first part of a long page', async () => {
  const { pageReader } = await read(long);
  await pageReader.save(1);
  expect((await saved()).map(({ title }) => title)).toEqual([article.title]);
});

test('a retry after a failed save saves the missing parts, and no part twice', async () => {
  const popup = await read(long);
  let sent = 0;
  connection.handleWith((request, pass) => (++sent === 2 ? unreachable(request, pass) : pass()));
  await popup.pageReader.save(3);
  expect(popup.pageReader.interrupted.value).toMatchObject({ partCount: 3, wanted: 3, reason: expect.any(String) });
  expect(await saved()).toHaveLength(1);
  connection.handleWith(passThrough);
  // The argument has no effect: the part that was saved is already numbered as one of three.
  await popup.pageReader.save(1);
  expect((await saved()).map(({ title }) => title!).sort()).toEqual(
    [1, 2, 3].map((part) => `${article.title} (${part}/3)`),
  );
  expect([popup.pageReader.preview.value, popup.shownNotice()[0]]).toEqual([undefined, 'Saved in 3 parts']);
});

test('offers to undo what was saved if the preview is closed after a failure', async () => {
  const popup = await read(long);
  let sent = 0;
  connection.handleWith((request, pass) => (++sent === 3 ? unreachable(request, pass) : pass()));
  await popup.pageReader.save(3);
  connection.handleWith(passThrough);
  popup.pageReader.close();
  expect(popup.shownNotice()).toEqual(['Saved in 2 parts', 'Undo']);
  await popup.press();
  expect(await saved()).toEqual([]);
});

test('after a failed undo, a second Undo removes the remaining parts', async () => {
  const popup = await read(long);
  await popup.pageReader.save(3);
  let deleted = 0;
  connection.handleWith((request, pass) =>
    request.method === 'DELETE' && ++deleted === 2 ? unreachable(request, pass) : pass(),
  );
  await popup.press();
  expect([popup.notices.current.value?.tone, popup.shown(), await saved()]).toMatchObject([
    'failed',
    { length: 2 },
    { length: 2 },
  ]);
  await popup.press();
  expect([popup.shownNotice(), popup.shown(), await saved()]).toEqual([['Undone', undefined], [], []]);
  expect(popup.pageReader.preview.value?.parts).toHaveLength(3);
});

test('if one part was deleted meanwhile, Undo removes the other parts and reports the exception', async () => {
  const popup = await read(long);
  await popup.pageReader.save(3);
  await connection.client.memories.delete((await saved())[1]!.id);
  await popup.press();
  expect([popup.shownNotice(), await saved()]).toEqual([
    ['Undone, except 1 memory that was changed since (Saved in 3 parts).', undefined],
    [],
  ]);
});

test('doesn’t save the same text of a page twice', async () => {
  const popup = await read(article);
  await popup.pageReader.save(1);
  await popup.pageReader.read();
  expect(popup.pageReader.preview.value?.parts).toMatchObject([{ same: { content: article.content } }]);
  await popup.pageReader.save(1);
  expect(await saved()).toHaveLength(1);
});

test('replaces a memory of only the page’s title with the page’s text, and Undo restores the title', async () => {
  const { id } = await connection.client.memories.create({
    content: page.title!,
    title: page.title!,
    url: page.url!,
    tags: ['home'],
    capture: { kind: 'page' },
  });
  const popup = await read(article);
  expect(popup.pageReader.preview.value?.parts).toMatchObject([{ earlier: { id } }]);
  popup.pageReader.setTags(['heating']);
  await popup.pageReader.save(1, 'update');
  expect(await saved()).toMatchObject([{ id, ...article, tags: ['home', 'heating'] }]);
  expect(popup.shownNotice()).toEqual(['Updated', 'Undo']);
  await popup.press();
  expect(await saved()).toMatchObject([{ id, content: page.title, tags: ['home'], capture: { kind: 'page' } }]);
});

test('the first Undo reverts a later edit, the second Undo the page’s update', async () => {
  await (await read(article)).pageReader.save(1);
  const popup = await read({ ...article, content: 'Close the valve.' });
  await popup.pageReader.save(1, 'update');
  await popup.actions.change(popup.results.view.value!.memories[0]!, { tags: ['heating'] });
  await popup.press();
  await popup.press();
  expect([popup.shownNotice()[0], await saved()]).toMatchObject(['Undone', [{ content: article.content, tags: [] }]]);
});

test('can save a changed page as a new memory instead of an update', async () => {
  const popup = await read(article);
  await popup.pageReader.save(1);
  const changed = await read({ ...article, content: 'Close the valve.' });
  await changed.pageReader.save(1);
  expect((await saved()).map(({ content }) => content)).toEqual(['Close the valve.', article.content]);
});

test('updates each part of a long page whose text has changed', async () => {
  await (await read(long)).pageReader.save(3);
  const changed = await read({ ...long, content: long.content.replaceAll('x', 'y') });
  await changed.pageReader.save(3, 'update');
  expect((await saved()).map(({ title, content }) => `${title}: ${content[0]}`).sort()).toEqual(
    [1, 2, 3].map((part) => `${article.title} (${part}/3): y`),
  );
});

test('saves the missing parts after only the first part was saved', async () => {
  const first = await read({ ...long, content: long.content.replace('x', 'y') });
  await first.pageReader.save(1);
  await first.pageReader.read();
  await first.pageReader.save(3);
  expect((await saved()).map(({ title }) => title!).sort()).toEqual([
    article.title,
    `${article.title} (2/3)`,
    `${article.title} (3/3)`,
  ]);
});

test.each([
  ['forbidden', 'The browser doesn’t let extensions read this page.'],
  ['empty', 'This page has no text.'],
] as const)('says why a page that is %s can’t be read', async (missing, sentence) => {
  const popup = await read({ missing });
  expect([popup.pageReader.preview.value, popup.shownNotice()[0]]).toEqual([undefined, sentence]);
});

const pdf = { ...page, capture: { kind: 'pdf' as const } };

const offered = (popup: ReturnType<typeof popupOn>) =>
  actionsOf(popup, undefined, { focusSearch: () => {}, help: () => {}, area: 'search' }).map(({ name }) => name);

test('reads a PDF, saves each part with its page number, and then reports the PDF as saved', async () => {
  const text = `[Page 1]\n\n${'x'.repeat(limits.contentBytes - 20)}\n\n`;
  const content = `${text}[Page 2]\n\nkestrel`;
  const document = { ...article, content, pageStarts: [0, text.length], capture: { kind: 'pdf' as const } };
  const popup = popupOn(pdf, connection, { readPage: async () => document });
  await popup.open();
  expect(offered(popup)).toContain('Read this PDF…');
  await popup.pageReader.read();
  await popup.pageReader.save(2);
  expect((await saved()).map(({ capture }) => capture).toReversed()).toEqual([
    { kind: 'pdf', page: 1 },
    { kind: 'pdf', page: 2 },
  ]);
  expect(popup.saving.earlier.value).toMatchObject({ capture: { kind: 'pdf' } });
});

test('doesn’t report a PDF as saved if only a selection from the PDF is saved', async () => {
  await connection.client.memories.create({ content: 'kestrel', url: page.url, capture: { kind: 'pdf' } });
  const popup = popupOn(pdf, connection);
  await popup.open();
  expect(popup.saving.earlier.value).toBeUndefined();
});

test.each([
  ['encrypted', 'This PDF needs a password, so its text can’t be read.'],
  ['scanned', 'This PDF has only pictures of its pages, no text.'],
  ['broken', 'This PDF is damaged, or it isn’t a PDF.'],
  ['tooLarge', 'This PDF is larger than 32 MB.'],
] as const)('says why a PDF that is %s can’t be read', async (missing, sentence) => {
  const popup = await read({ missing });
  expect([popup.shownNotice()[0], popup.pageReader.preview.value]).toEqual([sentence, undefined]);
});
