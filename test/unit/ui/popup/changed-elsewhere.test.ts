import { expect, onTestFinished, test, vi } from 'vitest';
import { engineState, noSyncState, standInEngineControl } from '../../../support/engine-control.ts';
import { passage, popupOn } from './screen.ts';

const roundAt = (at: string) => ({ sync: { ...noSyncState, last: { at, stopped: null } } });

/** An open popup in a browser that syncs, and a function that lets a round of sync end. */
async function openPopup() {
  const control = standInEngineControl(engineState(roundAt('2026-01-01T00:00:00.000Z')));
  const popup = popupOn(passage, undefined, {}, control);
  await popup.open();
  const ends = [popup.memorySync.follow(), popup.meaning.follow(), popup.followChangesElsewhere()];
  onTestFinished(() => ends.forEach((end) => end()));
  return { ...popup, sync: () => control.setState(roundAt('2026-01-01T00:00:30.000Z')) };
}

test('an open search shows memories that sync brings, and the count follows', async () => {
  const { connection, results, shown, count, sync } = await openPopup();
  results.type('porto');
  await vi.waitFor(() => expect(shown()).toEqual([]));
  await connection.sendFromElsewhere('POST', '/memories', { content: 'Train to Porto at 9:05' });
  sync();
  await vi.waitFor(() => expect(shown()).toEqual(['Train to Porto at 9:05']));
  await vi.waitFor(() => expect(count.value).toBe(1));
});

test('a memory shown alone stays alone after sync brings another memory', async () => {
  const { connection, results, shown, count, sync } = await openPopup();
  const { body } = await connection.sendFromElsewhere('POST', '/memories', { content: 'Room twelve' });
  results.showSingle(body);
  await connection.sendFromElsewhere('POST', '/memories', { content: 'Train to Porto at 9:05' });
  sync();
  await vi.waitFor(() => expect(count.value).toBe(2));
  await connection.untilIdle();
  expect(shown()).toEqual(['Room twelve']);
});
