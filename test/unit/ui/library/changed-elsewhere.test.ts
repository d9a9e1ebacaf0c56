import { expect, onTestFinished, test, vi } from 'vitest';
import { engineState, noSyncState, standInEngineControl } from '../../../support/engine-control.ts';
import { libraryOn } from './library-on.ts';

const roundAt = (at: string) => ({ sync: { ...noSyncState, last: { at, stopped: null } } });

/** An open library in a browser that syncs; `receive` lets a round of sync bring a memory. */
async function openLibrary() {
  const control = standInEngineControl(engineState(roundAt('2026-01-01T00:00:00.000Z')));
  const library = libraryOn(undefined, undefined, control);
  await library.connection.sendFromElsewhere('POST', '/memories', { content: 'Room twelve' });
  await library.results.refresh();
  const ends = [library.meaning!.follow(), library.followChangesElsewhere()];
  onTestFinished(() => ends.forEach((end) => end()));
  async function receive(content: string): Promise<void> {
    await library.connection.sendFromElsewhere('POST', '/memories', { content });
    control.setState(roundAt('2026-01-01T00:00:30.000Z'));
  }
  return { ...library, receive };
}

test('the list shows memories that sync brings', async () => {
  const { shown, receive } = await openLibrary();
  await receive('Train to Porto at 9:05');
  await vi.waitFor(() => expect(shown()).toEqual(['Train to Porto at 9:05', 'Room twelve']));
});

test('memories that sync brings appear only once the user no longer points at the list', async () => {
  const { results, shown, receive } = await openLibrary();
  results.setTouched(true);
  await receive('Train to Porto at 9:05');
  await vi.waitFor(() => expect(results.pending.value).toMatchObject({ view: { memories: [{}, {}] } }));
  expect(shown()).toEqual(['Room twelve']);
  results.setTouched(false);
  expect(shown()).toEqual(['Train to Porto at 9:05', 'Room twelve']);
});
