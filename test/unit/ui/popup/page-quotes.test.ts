import { expect, test } from 'vitest';
import { connectToService } from '../connection.ts';
import { page, popupOn } from './screen.ts';

async function withQuotes(
  markQuotes: (quotes: { id: string; text: string; prefix: string }[]) => Promise<string[] | undefined>,
) {
  const connection = connectToService();
  const quote = (content: string, prefix: string) =>
    connection.client.memories.create({
      content,
      url: page.url,
      capture: { kind: 'selection', quote: { prefix, suffix: '' } },
    });
  await quote('Ask for the **back**', 'In May, ');
  await quote('Never hurry', '');
  await connection.client.memories.create({ content: 'A note', url: page.url });
  const popup = popupOn(page, connection, { markQuotes });
  await popup.open();
  return popup;
}

test('marks the saved quotes in the active page, and lists the quotes that the page no longer has', async () => {
  const requested: { text: string; prefix: string }[] = [];
  const popup = await withQuotes(async (quotes) => {
    requested.push(...quotes);
    return quotes.filter(({ text }) => text === 'Ask for the back').map(({ id }) => id);
  });
  expect(popup.pageQuotes.all.value).toHaveLength(2);
  await popup.pageQuotes.show();
  expect(requested).toContainEqual(expect.objectContaining({ text: 'Ask for the back', prefix: 'In May, ' }));
  expect(popup.pageQuotes.missing.value.map(({ content }) => content)).toEqual(['Never hurry']);
  expect(popup.shownNotice()[0]).toBe('1 quote marked in the page');
});

test('says if the browser can’t mark text in the page', async () => {
  const popup = await withQuotes(async () => undefined);
  await popup.pageQuotes.show();
  expect([popup.pageQuotes.missing.value, popup.shownNotice()[0]]).toEqual([
    [],
    'This browser can’t mark text in this page.',
  ]);
});

test('still offers the page’s quotes after a save, and while the user writes a note', async () => {
  const popup = await withQuotes(async () => undefined);
  await popup.save();
  expect(popup.shownNotice()[0]).toBe('Saved');
  expect(popup.pageQuotes.all.value).toHaveLength(2);
  popup.saving.note('Never hurry');
  await popup.saving.recheck();
  expect(popup.pageQuotes.all.value).toHaveLength(2);
  // A note doesn't belong to the page, so a note with the same words isn't the page's quote.
  expect(popup.saving.existing.value).toBeUndefined();
});
