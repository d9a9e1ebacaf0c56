import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { ScreenContext } from '../../../../src/ui/components/screen.ts';
import { SearchField } from '../../../../src/ui/components/search-field.tsx';
import { connectToService, type TestConnection } from '../connection.ts';
import { popupOn } from '../popup/screen.ts';

let connection: TestConnection;

beforeEach(async () => {
  connection = connectToService();
  const save = (content: string, tags: string[] = []) => connection.client.memories.create({ content, tags });
  await save('Vanilla cream');
  await save('Ice cream', ['dessert']);
});

async function searchField() {
  const window = new Window();
  vi.stubGlobal('document', window.document);
  vi.stubGlobal('window', window);
  const state = popupOn(undefined, connection);
  await state.open();
  const root = window.document.createElement('div');
  const search = h(SearchField, { field: { current: null }, shortcut: undefined });
  render(h(ScreenContext.Provider, { value: state, children: search }), root);
  vi.unstubAllGlobals();
  const input = root.querySelector('input')!;
  return {
    ...state,
    help: () => root.querySelector('.suggestions')?.textContent,
    async type(text: string): Promise<void> {
      input.value = text;
      input.dispatchEvent(new window.Event('input', { bubbles: true }));
      await connection.untilIdle();
    },
    /** Types `text` while an input method is still composing it. */
    async compose(text: string): Promise<void> {
      input.value = text;
      input.dispatchEvent(new window.InputEvent('input', { bubbles: true, isComposing: true }));
      await connection.untilIdle();
    },
    /** Ends the input method's composition with `text`. Chromium sends no other event afterwards. */
    async endComposition(text: string): Promise<void> {
      await this.compose(text);
      input.dispatchEvent(new window.CompositionEvent('compositionend', { bubbles: true }));
      await connection.untilIdle();
    },
    /** Presses a key. Returns true if the field handled the key, so that the list ignores it. */
    async press(key: string): Promise<boolean> {
      const event = new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      input.dispatchEvent(event);
      await connection.untilIdle();
      return event.defaultPrevented;
    },
  };
}

it.each([
  ['-', 'not'],
  ['"', 'phrases'],
] as const)('takes eight filters that begin with %s, and names the filters left out', async (sign, kind) => {
  const field = await searchField();
  const words = Array.from({ length: 10 }, (_, index) => `word${index}`);
  await field.type(words.map((word) => (sign === '"' ? `"${word}"` : `-${word} `)).join(' '));
  expect(field.results.within.value?.[kind]).toEqual(words.slice(0, 8));
  expect(field.notices.current.value).toMatchObject({
    text: 'Left out: word8, word9. A search can’t have more filters of this kind.',
    tone: 'failed',
  });
  expect(field.results.view.value?.within?.[kind]).toHaveLength(8);
  await field.type('#first ');
  expect(field.results.within.value).toMatchObject({ tags: ['first'], [kind]: words.slice(0, 8) });
});

it('excludes a word at the end of the text when Enter is pressed, and doesn’t search for it before', async () => {
  const field = await searchField();
  await field.type('cream -ice');
  expect(field.shown()).toHaveLength(2);
  expect(field.results.view.value?.query).toBe('cream ');
  expect(field.help()).toBe('-word: only memories without this word · Space or Enter applies it');
  expect(await field.press('Enter')).toBe(true);
  expect([field.results.query.value, field.results.within.value?.not]).toEqual(['cream ', ['ice']]);
  expect(field.shown()).toEqual(['Vanilla cream']);
});

it('lists recent memories while the field contains only an unfinished filter', async () => {
  const field = await searchField();
  for (const typed of ['-cream', '#nothing', 'in:Nowhere']) {
    await field.type(typed);
    expect(field.shown()).toEqual(['Ice cream', 'Vanilla cream']);
  }
});

it('says that no such tag or collection exists, and adds no filter on Enter', async () => {
  const field = await searchField();
  await field.type('cream in:Nowhere');
  expect(await field.press('Enter')).toBe(true);
  expect([field.help(), field.results.within.value]).toEqual(['No collection begins with “Nowhere”.', undefined]);
  await field.type('cream #nothing');
  await vi.waitFor(() => expect(field.help()).toBe('No tag begins with “nothing”.'));
  expect(await field.press('Enter')).toBe(true);
  expect(field.results.within.value).toBeUndefined();
});

it('takes a tag as typed if Enter is pressed before its suggestions arrive', async () => {
  const field = await searchField();
  await field.type('#dessert');
  expect(await field.press('Enter')).toBe(true);
  expect([field.results.within.value?.tags, field.shown()]).toEqual([['dessert'], ['Ice cream']]);
});

it('takes filters out of the text only when an input method is done', async () => {
  const field = await searchField();
  // Pinyin has spaces while it is composed.
  await field.compose('#ni hao');
  expect([field.results.query.value, field.results.within.value]).toEqual(['#ni hao', undefined]);
  await field.endComposition('#你好 奶油');
  expect([field.results.query.value, field.results.within.value?.tags]).toEqual(['奶油', ['你好']]);
});
