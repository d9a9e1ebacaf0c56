import { signal } from '@preact/signals';
import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { LibraryContext } from '../../../../src/ui/library/context.ts';
import { TokenForm } from '../../../../src/ui/tokens/token-form.tsx';
import { libraryOn } from '../library/library-on.ts';

afterEach(() => vi.unstubAllGlobals());

/** The form on a page that uses a token with this expiry. */
async function renderForm(expiresAt: string | null) {
  const library = libraryOn();
  await library.connection.client.tokens.create({
    name: 'browser',
    scopes: ['tokens:manage'],
    ...(expiresAt !== null && { expiresAt }),
  });
  await library.tokens.refresh();
  const ownToken = signal(library.tokens.value.value![0]!.id);
  const window = new Window();
  const { document } = window;
  vi.stubGlobal('document', document);
  const value = { ...library, ownToken };
  render(h(LibraryContext.Provider, { value, children: h(TokenForm, { close: () => {} }) }), document.body);
  const select = document.querySelector('select')!;
  const choose = (value: string) => {
    select.value = value;
    select.dispatchEvent(new window.Event('change'));
  };
  return { select, choose, text: () => document.body.textContent };
}

const hint = 'Without a set date';

test('a page whose token never expires offers tokens that never expire', async () => {
  const { select, choose, text } = await renderForm(null);
  expect(select.options[0]!.textContent).toBe('Never');
  choose('0');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(text()).not.toContain(hint);
});

test('a page whose token expires explains what “No set date” means', async () => {
  const { select, choose, text } = await renderForm(new Date(Date.now() + 86_400_000).toISOString());
  expect(select.options[0]!.textContent).toBe('No set date');
  expect(text()).not.toContain(hint);
  choose('0');
  await vi.waitFor(() => expect(text()).toContain(hint));
});
