import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { afterEach, expect, it, vi } from 'vitest';
import { agoIn } from '../../../../src/ui/i18n/ago.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { createWelcomeState } from '../../../../src/ui/welcome/state.ts';
import { Welcome } from '../../../../src/ui/welcome/welcome.tsx';
import { engineState, standInEngineControl } from '../../../support/engine-control.ts';
import { near } from '../answer-by-meaning.ts';
import { connectToService, holdResponses } from '../connection.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const none = async () => {};

function openWelcome() {
  const page = new Window();
  for (const name of ['document', 'Element', 'HTMLElement', 'Node'] as const) vi.stubGlobal(name, page[name]);
  const connection = connectToService();
  const control = standInEngineControl(engineState({ indexing: { indexed: 0, total: 0, paused: false } }));
  const t = translator();
  const host = {
    platform: 'other' as const,
    openTab: none,
    openLibrary: none,
    shortcut: async () => undefined,
    close: none,
  };
  const state = createWelcomeState({ client: connection.client, control, host, t, ago: agoIn(t) });
  render(h(Welcome, { state }), page.document.body);
  const button = (selector: string) =>
    page.document.querySelector<InstanceType<typeof page.HTMLButtonElement>>(selector)!;
  return { page, connection, control, state, button };
}

it('the welcome page says that a note is being saved, and saves it once', async () => {
  const { connection, state, button } = openWelcome();
  const save = () => button('.step > .button');
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

it('the example search of the welcome page finds the saved note as soon as the note is indexed', async () => {
  const { page, connection, control, state, button } = openWelcome();
  button('.step > .button').click();
  await vi.waitFor(() => expect(state.hasSaved.value).toBe(true));
  const [saved] = (await connection.client.memories.list()).memories;
  const indexing = { indexed: 0, total: 1, paused: false };
  control.setState({ indexing });
  connection.handleWith(async (request, pass) => {
    if (!request.path.endsWith('/search')) return pass();
    const body = {
      memories: indexing.indexed === 0 ? [] : [near(saved!, 0.7)],
      mode: indexing.indexed === 0 ? 'keyword' : 'hybrid',
      coverage: indexing.indexed,
    };
    return { commonplace: 1, status: 200, headers: {}, body: JSON.stringify(body) };
  });
  button('.step p .button').click();
  const text = () => page.document.querySelector('.step:nth-of-type(2)')!.textContent;
  await vi.waitFor(() => expect(text()).toContain('Nothing found for “hotel in Portugal”'));
  await vi.waitFor(() => expect(text()).toContain('Indexing'), 2_000);
  indexing.indexed = 1;
  control.setState({ indexing: { ...indexing } });
  expect(page.document.querySelectorAll('.notice')).toHaveLength(1);
  await vi.waitFor(() => expect(text()).toContain('room twelve'));
  expect(text()).not.toContain('Nothing found');
  // Now the row offers Undo, so the notice is hidden.
  expect(page.document.querySelectorAll('.notice')).toHaveLength(0);
});
