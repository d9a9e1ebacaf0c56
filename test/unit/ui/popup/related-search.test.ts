import { describe, expect, it } from 'vitest';
import type { PageText } from '../../../../src/ui/popup/host.ts';
import { connectToService } from '../connection.ts';
import { meaning, near } from '../answer-by-meaning.ts';
import { page, popupOn } from './screen.ts';

async function popupOver(pageText: () => Promise<PageText>) {
  const connection = connectToService();
  const saved = await connection.client.memories.create({ content: 'Bleed the radiators' });
  connection.handleWith(
    meaning(({ like }) =>
      like !== undefined && 'text' in like && like.text === 'Radiators' ? [near(saved, 0.8)] : [],
    ),
  );
  const popup = popupOn(page, connection, { pageText });
  await popup.open();
  return popup;
}

describe('the search for memories related to the page', () => {
  it('finds memories by the page’s text; Back returns to the former list', async () => {
    const popup = await popupOver(async () => ({ text: 'Radiators' }));
    await popup.relatedSearch.relate();
    expect([popup.shown(), popup.results.view.value?.near]).toEqual([['Bleed the radiators'], { page: 'Radiators' }]);
    await popup.results.back();
    expect(popup.results.view.value?.near).toBeUndefined();
  });

  it('shows an empty list and no notice if no memory is related', async () => {
    const popup = await popupOver(async () => ({ text: 'Tea' }));
    await popup.relatedSearch.relate();
    expect([popup.shown(), popup.shownNotice()]).toEqual([[], [undefined, undefined]]);
  });

  it.each([
    ['forbidden', 'The browser doesn’t let extensions read this page.', undefined],
    ['silent', 'This page didn’t respond.', 'Try again'],
    ['empty', 'This page has no text.', undefined],
  ] as const)('fails with a reason, and keeps the list, if the page is %s', async (missing, sentence, button) => {
    const popup = await popupOver(async () => ({ missing }));
    await popup.relatedSearch.relate();
    expect([popup.shown(), popup.shownNotice()]).toEqual([['Bleed the radiators'], [sentence, button]]);
  });

  it('can be retried if the page didn’t respond', async () => {
    const answers: (() => Promise<PageText>)[] = [
      () => Promise.reject(new Error('gone')),
      async () => ({ text: 'Radiators' }),
    ];
    const popup = await popupOver(() => answers.shift()!());
    await popup.relatedSearch.relate();
    await popup.press();
    expect(popup.results.view.value?.near).toEqual({ page: 'Radiators' });
  });

  it('is dropped if the user types while the page is read', async () => {
    const slow = Promise.withResolvers<PageText>();
    const popup = await popupOver(() => slow.promise);
    const relatedSearch = popup.relatedSearch.relate();
    expect(popup.relatedSearch.isReading.value).toBe(true);
    popup.results.query.value = 'tea';
    slow.resolve({ text: 'Radiators' });
    await relatedSearch;
    expect([popup.relatedSearch.isReading.value, popup.results.view.value?.near]).toEqual([false, undefined]);
  });
});
