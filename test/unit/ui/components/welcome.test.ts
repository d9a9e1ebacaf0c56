import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { afterEach, expect, it, vi } from 'vitest';
import { agoIn } from '../../../../src/ui/i18n/ago.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { createWelcomeState } from '../../../../src/ui/welcome/state.ts';
import { Welcome } from '../../../../src/ui/welcome/welcome.tsx';
import { connectToService, holdResponses } from '../connection.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('the first page says that a note is being saved, and saves it once', async () => {
  const page = new Window();
  for (const name of ['document', 'Element', 'HTMLElement', 'Node'] as const) vi.stubGlobal(name, page[name]);
  const connection = connectToService();
  const t = translator();
  const none = async () => {};
  const host = {
    platform: 'other' as const,
    openTab: none,
    openLibrary: none,
    shortcut: async () => undefined,
    close: none,
  };
  const state = createWelcomeState({ client: connection.client, host, t, ago: agoIn(t) });
  render(h(Welcome, { state }), page.document.body);
  const save = () => page.document.querySelector<InstanceType<typeof page.HTMLButtonElement>>('.step > .button')!;
  const responses = holdResponses();
  connection.handleWith(responses.handler);
  expect(save().textContent).toBe('Save');
  save().click();
  await vi.waitFor(() =>
    expect([save().textContent, save().getAttribute('aria-disabled')]).toEqual(['Saving…', 'true']),
  );
  save().click();
  await connection.untilIdle(1);
  expect(responses.count()).toBe(1);
  responses.release(0);
  await vi.waitFor(() => expect(save().textContent).toBe('Save'));
  expect(state.hasSaved.value).toBe(true);
});
